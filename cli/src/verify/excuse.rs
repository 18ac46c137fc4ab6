//! Where Java and this codec differ on purpose: each kind with its reason, in this one place.

use kafka_codec::ErrorKind;

/// A kind of body of which another verdict than Java's is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Excuse {
    /// A string that is not UTF-8.
    InvalidUtf8,
    /// A tagged field whose number Java reads and cannot write.
    TagNumber,
    /// A known tagged field that comes twice, the first time with unknown tags out of order in it.
    ReplacedTag,
    /// Something that Kafka 3.9 accepts and 4.4 rejects.
    Kafka39,
}

impl Excuse {
    /// All kinds.
    pub(crate) const ALL: [Self; 4] =
        [Self::InvalidUtf8, Self::TagNumber, Self::ReplacedTag, Self::Kafka39];

    /// The name that the output has.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "invalid-utf8",
            Self::TagNumber => "tag-number",
            Self::ReplacedTag => "replaced-tag",
            Self::Kafka39 => "kafka-3.9",
        }
    }

    /// Why it is right to differ.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => {
                "a borrowed string cannot be changed to U+FFFD in place: typed decoding refuses it, \
                 events give its bytes, and encoding keeps them"
            }
            Self::TagNumber => {
                "Java reads tags of 2147483647 and above and then fails to write them: they are \
                 written as they came"
            }
            Self::ReplacedTag => {
                "events are copied before it is known that a tagged field comes again: unknown tags \
                 out of order in what it replaces are refused, typed decoding drops them as Java does"
            }
            Self::Kafka39 => {
                "the limits and the known tags are those of Kafka 4.4 for all versions, also for \
                 those that only 3.9 has"
            }
        }
    }

    /// Whether Kafka 3.9 has no such rule.
    pub(crate) const fn is_of_39(kind: &ErrorKind) -> bool {
        matches!(
            kind,
            ErrorKind::AboveLimit { .. }
                | ErrorKind::CountBeyondEnd { .. }
                | ErrorKind::TagVersion { .. }
        )
    }
}
