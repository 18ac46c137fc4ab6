//! Compares the error codes.

use super::Check;
use crate::sketch;
use kafka_codec::ErrorCode;

impl Check<'_> {
    pub(super) fn errors(&mut self) {
        for (code, theirs) in &self.release.errors {
            self.result.errors += 1;
            let place = format!("error {code}");
            let ours = ErrorCode::from_code(*code);
            if let ErrorCode::Unknown(_) = ours {
                let retriable = if theirs.is_retriable { " (retriable)" } else { "" };
                let name = format!("{}{retriable}", theirs.name);
                let sketch = sketch::error(*code, &theirs.name, theirs.is_retriable);
                self.report_new(&place, "name", name, sketch);
                continue;
            }
            self.same(&place, "name", theirs.name.as_str(), ours.name());
            self.same(&place, "retriable", theirs.is_retriable, ours.is_retriable());
        }
        for code in i16::MIN..=i16::MAX {
            let ours = ErrorCode::from_code(code);
            let is_known = !matches!(ours, ErrorCode::Unknown(_));
            if is_known && self.is_newest() && !self.release.errors.contains_key(&code) {
                self.report(&format!("error {code}"), "name", "none".into(), ours.name().into());
            }
        }
    }
}
