//! Compares the fields of a structure.

use super::Check;
use crate::kafka::{Field as Theirs, Schema};
use crate::set::Set;
use crate::sketch;
use kafka_codec::schema::{Field as Ours, Kind, Message, Struct, Versions};

/// The name of a field, and the versions that have it.
type Place = (&'static str, Set);

/// A field of ours that some of the versions have.
struct Row {
    name: &'static str,
    field: &'static Ours,
    versions: Set,
}

impl<'r> Check<'r> {
    /// Compares a structure in the versions that have it, and what is in it.
    pub(super) fn fields(
        &mut self,
        place: &str,
        schema: &'r Schema,
        theirs: &'r [Theirs],
        message: &'static Message,
        of: &'static Struct,
        all: &Set,
    ) {
        let mut rows: Vec<Row> = (0..)
            .zip(of.fields())
            .filter_map(|(index, field)| {
                let versions = all.within(field.versions());
                (!versions.is_empty()).then_some(Row {
                    name: of.field_name(index)?,
                    field,
                    versions,
                })
            })
            .collect();
        let ours: Vec<Place> = rows.iter().map(|row| (row.name, row.versions.clone())).collect();
        let mut order = vec![];
        for field in theirs {
            let versions = all.within(field.versions.0);
            if versions.is_empty() {
                continue;
            }
            self.result.fields += 1;
            let name = self.name(&format!("{place}.{}", lower_first(&field.name)));
            let name = name.rsplit('.').next().unwrap_or("");
            let found =
                rows.iter().position(|row| row.name == name || camel_case(row.name) == name);
            let Some(found) = found else {
                let place = format!("{place}.{}", field.name);
                self.report_new(&place, "versions", versions.show(Some(all)), sketch::field(field));
                continue;
            };
            let row = rows.remove(found);
            order.push((row.name, versions.clone()));
            let place = format!("{place}.{}", row.name);
            self.same_set(&place, "versions", &versions, &row.versions, all);
            let common = versions.and(&row.versions);
            self.field(&place, schema, field, message, row.field, of.child(row.field), &common);
            if let Some(child) = of.child(row.field) {
                self.fields(&place, schema, schema.fields_of(field), message, child, &common);
            }
        }
        for row in &rows {
            let place = format!("{place}.{}", row.name);
            self.report(&place, "versions", "none".into(), row.versions.show(Some(all)));
        }
        self.order(place, &order, &ours, all);
    }

    /// Compares the order of the fields that both have, and tells of the first version that differs.
    fn order(&mut self, place: &str, theirs: &[Place], ours: &[Place], all: &Set) {
        let at = |of: &[Place], other: &[Place], version| -> Vec<&'static str> {
            let has = |name: &str| other.iter().any(|(n, set)| *n == name && set.contains(version));
            let of = of.iter().filter(|(name, set)| set.contains(version) && has(name));
            of.map(|(name, _)| *name).collect()
        };
        for version in all.iter() {
            let (theirs, ours) = (at(theirs, ours, version), at(ours, theirs, version));
            if theirs != ours {
                let place = format!("{place} v{version}");
                return self.report(&place, "order", theirs.join(", "), ours.join(", "));
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "both sides of the comparison, each with its context"
    )]
    fn field(
        &mut self,
        place: &str,
        schema: &Schema,
        theirs: &Theirs,
        message: &Message,
        ours: &Ours,
        child: Option<&Struct>,
        all: &Set,
    ) {
        let name = child.map_or(ours.kind().name(), Struct::name);
        let of = if ours.is_array() { format!("[]{name}") } else { name.to_owned() };
        self.same(place, "type", theirs.of.clone(), of);

        let nullable = (all.within(theirs.nullable_versions.0), all.within(ours.nullable()));
        self.same_set(place, "nullable", &nullable.0, &nullable.1, all);

        let tagged = all.within(theirs.tagged_versions.0);
        let ours_tagged = if ours.tag().is_some() { all.clone() } else { Set::default() };
        self.same_set(place, "tagged", &tagged, &ours_tagged, all);
        let tag = theirs.tag.as_ref().filter(|_| !tagged.is_empty());
        let show = |tag: Option<String>| tag.unwrap_or("none".into());
        let tags = (tag.map(|tag| tag.text()), ours.tag().map(|tag| tag.to_string()));
        self.same(place, "tag", show(tags.0), show(tags.1));

        let flexible = Versions { first: message.flexible_since, last: u8::MAX };
        let flexible = all.within(schema.flexible_versions.0).and(&all.within(flexible));
        let compact =
            theirs.flexible_versions.map_or(flexible.clone(), |own| flexible.within(own.0));
        let ours_compact = if ours.is_classic() { Set::default() } else { flexible };
        self.same_set(place, "flexible", &compact, &ours_compact, all);

        self.same(place, "ignorable", theirs.is_ignorable(), ours.is_ignorable());
        self.same(place, "default", their_default(theirs), our_default(ours));
    }
}

/// The default as the Java classes have it.
fn their_default(field: &Theirs) -> String {
    let text = field.default.as_ref().map(|default| default.text()).unwrap_or_default();
    match (text.as_str(), field.of.as_str()) {
        // The generator sets no other value than Java's own where the schema says none.
        ("", "records") => "null".into(),
        ("", "bool") => "false".into(),
        ("", "int8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "float64") => "0".into(),
        ("", _) => "empty".into(),
        (_, "bool") => text.to_lowercase(),
        (_, "float64") => text.parse::<f64>().map_or(text, |number| number.to_string()),
        _ => match text.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16)) {
            Some(Ok(number)) => number.to_string(),
            _ => text,
        },
    }
}

fn our_default(field: &Ours) -> String {
    let default = field.default();
    match field.kind() {
        _ if default.is_null() => "null".into(),
        _ if field.is_array() => "empty".into(),
        Kind::Str | Kind::Bytes | Kind::Records | Kind::Struct | Kind::Uuid => "empty".into(),
        Kind::Bool => (default.as_i64(Kind::Bool) != 0).to_string(),
        kind => default.as_i64(kind).to_string(),
    }
}

/// `throttle_time_ms` as `throttleTimeMs`.
///
/// The first letter is not compared, since Java lowers it anyway: that three fields of the schema
/// files begin with a small one (isKRaftController, timeoutMs, validateOnly) shows nowhere.
fn camel_case(name: &str) -> String {
    let (first, rest) = name.split_once('_').unwrap_or((name, ""));
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    rest.split('_').map(capital).fold(first.to_owned(), |name, word| name + &word)
}

fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}
