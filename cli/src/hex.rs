//! Hexadecimal text: what the line formats hold and what `encode` prints. Uses nothing else.

use std::fmt::Write as _;

/// The bytes that two digits each stand for; spaces, line ends and `0x` in front of a digit are
/// passed over. `None` where anything else is found, or half a byte is left.
pub(crate) fn parse(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let (mut half, mut rest) = (None, text);
    loop {
        let (digit, tail) = match rest {
            [] => break,
            [b'0', b'x' | b'X', tail @ ..] if half.is_none() => (None, tail),
            [space, tail @ ..] if space.is_ascii_whitespace() => (None, tail),
            [digit, tail @ ..] => (Some(char::from(*digit).to_digit(16)? as u8), tail),
        };
        rest = tail;
        half = match (half, digit) {
            (Some(high), Some(low)) => {
                bytes.push(high << 4 | low);
                None
            }
            (half, digit) => half.or(digit),
        };
    }
    half.is_none().then_some(bytes)
}

/// Two lower-case digits a byte.
pub(crate) fn print(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(parse(print(&all).as_bytes()), Some(all));
    }

    #[test]
    fn spaces_and_prefixes_are_passed_over() {
        assert_eq!(parse(b" 0x00 01\n0xfF\t0X10 "), Some(vec![0, 1, 255, 16]));
        assert_eq!(parse(b"0x0x"), Some(vec![]));
        assert_eq!(parse(b""), Some(vec![]));
    }

    #[test]
    fn what_is_not_hex_is_refused() {
        for text in [&b"0"[..], b"abc", b"0g", b"00,", b"a0xb", b"\xff\xff"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }
}
