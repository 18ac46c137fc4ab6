//! A body as JSON, as Kafka's own `JsonConverter` classes write it.
//!
//! Names are in lower camel case; only fields of the version are there, and tagged ones only where
//! the bytes hold them; bytes and records are base64, uuids base64 of the URL-safe alphabet without
//! padding. Tagged fields that the schema does not know are left out, as there.

use super::Subject;
use super::name::Camel;
use super::seen::Seen;
use crate::event::Item;
use core::fmt::{self, Write};

/// Prints a body as JSON: `{}` on one line, `{:#}` on many. Of a frame only the body is printed.
///
/// Where the bytes are at fault, what was understood is printed and closed.
#[derive(Clone, Copy, Debug)]
pub struct Json<'a> {
    subject: Subject<'a>,
}

impl<'a> Json<'a> {
    /// The body of this subject.
    pub const fn new(subject: Subject<'a>) -> Self {
        Self { subject }
    }
}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(section) = self.subject.sections().body else { return Ok(()) };
        let Ok(mut decoder) = section.decoder() else { return Ok(()) };
        let mut input = section.bytes;
        let pretty = f.alternate();
        let mut printer = Printer { f, pretty, arrays: 0, depth: 0, follows: false };
        while let Ok(event) = decoder.next(&mut input)
            && let Some(seen) = Seen::new(&event)
            && seen.item != Item::Done
        {
            printer.event(&seen)?;
        }
        while printer.depth > 0 {
            printer.close()?;
        }
        Ok(())
    }
}

struct Printer<'f, 'b> {
    f: &'f mut fmt::Formatter<'b>,
    pretty: bool,
    /// For each open bracket, from the innermost, a bit that says whether it is an array's.
    arrays: u32,
    depth: u32,
    /// Whether something stands before in the same brackets.
    follows: bool,
}

impl Printer<'_, '_> {
    fn event(&mut self, seen: &Seen<'_>) -> fmt::Result {
        if matches!(seen.item, Item::StructEnd(_) | Item::ArrayEnd(_)) {
            return self.close();
        }
        if matches!(seen.item, Item::Tags(_) | Item::Tag(..) | Item::NeedInput | Item::Done) {
            return Ok(());
        }
        self.next(seen)?;
        match seen.item {
            Item::Struct(_) => return self.open(false),
            Item::Array(..) => return self.open(true),
            Item::Null(_) => self.f.write_str("null")?,
            Item::Bool(_, value) => write!(self.f, "{value}")?,
            Item::I8(_, value) => write!(self.f, "{value}")?,
            Item::I16(_, value) => write!(self.f, "{value}")?,
            Item::U16(_, value) => write!(self.f, "{value}")?,
            Item::I32(_, value) => write!(self.f, "{value}")?,
            Item::U32(_, value) => write!(self.f, "{value}")?,
            Item::I64(_, value) => write!(self.f, "{value}")?,
            Item::F64(_, value) if value.is_nan() => self.f.write_str("\"NaN\"")?,
            Item::F64(_, f64::INFINITY) => self.f.write_str("\"Infinity\"")?,
            Item::F64(_, f64::NEG_INFINITY) => self.f.write_str("\"-Infinity\"")?,
            Item::F64(_, value) => write!(self.f, "{value:?}")?,
            Item::Uuid(_, value) => {
                self.f.write_char('"')?;
                base64(&value.0, Alphabet::Url, self.f)?;
                self.f.write_char('"')?;
            }
            Item::Str(_, chunk) => string(chunk.bytes, self.f)?,
            Item::Bytes(_, chunk) | Item::Records(_, chunk) => {
                self.f.write_char('"')?;
                base64(chunk.bytes, Alphabet::Standard, self.f)?;
                self.f.write_char('"')?;
            }
            Item::StructEnd(_)
            | Item::ArrayEnd(_)
            | Item::Tags(_)
            | Item::Tag(..)
            | Item::NeedInput
            | Item::Done => {}
        }
        self.follows = true;
        Ok(())
    }

    /// What stands before a value: a comma, a new line, its name.
    fn next(&mut self, seen: &Seen<'_>) -> fmt::Result {
        if self.follows {
            self.f.write_char(',')?;
        }
        if self.depth > 0 {
            self.line()?;
        }
        if let (Some((index, _)), None) = (seen.field, seen.index) {
            let name = seen.of.field_name(index).unwrap_or("");
            let space = if self.pretty { " " } else { "" };
            write!(self.f, "\"{}\":{space}", Camel(name))?;
        }
        Ok(())
    }

    fn open(&mut self, array: bool) -> fmt::Result {
        self.f.write_char(if array { '[' } else { '{' })?;
        self.arrays = self.arrays << 1 | u32::from(array);
        self.depth += 1;
        self.follows = false;
        Ok(())
    }

    fn close(&mut self) -> fmt::Result {
        let array = self.arrays & 1 != 0;
        self.arrays >>= 1;
        self.depth = self.depth.saturating_sub(1);
        if self.follows {
            self.line()?;
        }
        self.follows = true;
        self.f.write_char(if array { ']' } else { '}' })
    }

    fn line(&mut self) -> fmt::Result {
        if self.pretty {
            let indent = self.depth as usize * 2;
            write!(self.f, "\n{:indent$}", "")?;
        }
        Ok(())
    }
}

/// Writes a string in quotes, as Java reads it where it is not UTF-8.
fn string(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    let mut rest = bytes;
    while let Some(chunk) = rest.utf8_chunks().next() {
        escaped(chunk.valid(), f)?;
        let mut used = chunk.valid().len() + chunk.invalid().len();
        if let Some(after) = rest.get(chunk.valid().len()..)
            && !chunk.invalid().is_empty()
        {
            f.write_char(char::REPLACEMENT_CHARACTER)?;
            // Java takes the bytes of a surrogate as one bad part, not as one each.
            if let [0xed, 0xa0..=0xbf, more @ ..] = after {
                used = chunk.valid().len() + 2 + usize::from(matches!(more, [0x80..=0xbf, ..]));
            }
        }
        rest = rest.get(used..).unwrap_or(&[]);
    }
    f.write_char('"')
}

/// Writes text with what JSON cannot have in a string escaped.
pub(super) fn escaped(text: &str, f: &mut dyn Write) -> fmt::Result {
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(c))?,
            _ => f.write_char(c)?,
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Alphabet {
    /// With padding.
    Standard,
    /// For URLs and file names, without padding.
    Url,
}

/// Base64 of RFC 4648.
fn base64(bytes: &[u8], alphabet: Alphabet, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let digit = |value: u32| {
        let value = value as u8 & 63;
        char::from(match value {
            0..26 => b'A' + value,
            26..52 => b'a' + value - 26,
            52..62 => b'0' + value - 52,
            62 if alphabet == Alphabet::Url => b'-',
            62 => b'+',
            _ if alphabet == Alphabet::Url => b'_',
            _ => b'/',
        })
    };
    for three in bytes.chunks(3) {
        let (bits, digits) = match *three {
            [a] => (u32::from_be_bytes([0, a, 0, 0]), 2),
            [a, b] => (u32::from_be_bytes([0, a, b, 0]), 3),
            [a, b, c] => (u32::from_be_bytes([0, a, b, c]), 4),
            _ => continue,
        };
        for place in 0..digits {
            f.write_char(digit(bits >> (18 - 6 * place)))?;
        }
        if alphabet == Alphabet::Standard {
            for _ in digits..4 {
                f.write_char('=')?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    struct With<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result>(F);
    impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for With<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }

    #[test]
    fn base64_of_the_rfc() {
        let shown =
            |text: &str| format!("{}", With(|f| base64(text.as_bytes(), Alphabet::Standard, f)));
        for (text, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(shown(text), expected);
        }
        let bytes = [0xfb, 0xff, 0xfe, 0xff];
        assert_eq!(format!("{}", With(|f| base64(&bytes, Alphabet::Standard, f))), "+//+/w==");
        assert_eq!(format!("{}", With(|f| base64(&bytes, Alphabet::Url, f))), "-__-_w");
    }

    #[test]
    fn strings_are_escaped_and_mended_as_java_does() {
        let shown = |bytes: &[u8]| format!("{}", With(|f| string(bytes, f)));
        assert_eq!(shown(b"a\"\\\n\x01\x7f"), "\"a\\\"\\\\\\n\\u0001\x7f\"");
        assert_eq!(shown(b"x\xed\xa0\x80y"), "\"x\u{fffd}y\"");
        assert_eq!(shown(b"\xed\xa0"), "\"\u{fffd}\"");
        assert_eq!(shown(b"\xf0\x9f\x98"), "\"\u{fffd}\"");
        assert_eq!(shown(b"\xc0\xaf\xff"), "\"\u{fffd}\u{fffd}\u{fffd}\"");
        assert_eq!(shown("日本é".as_bytes()), "\"日本é\"");
    }
}
