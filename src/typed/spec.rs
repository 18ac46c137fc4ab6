//! How one field is used: what stands on the right-hand side of a definition.

use super::Wire;
use crate::schema::{Default, Versions};

/// In which versions a field is there, in which form and with which default.
#[derive(Clone, Copy)]
pub struct Spec<T> {
    pub(crate) versions: Versions,
    pub(crate) nullable: Versions,
    pub(crate) tag: Option<u8>,
    pub(crate) ignorable: bool,
    pub(crate) classic: bool,
    pub(crate) row_default: Default,
    /// The value of the field where nothing is said.
    pub default: T,
}

/// A field of version `first` and later.
pub const fn since<'a, T: Wire<'a>>(first: u8) -> Spec<T> {
    versions(first, u8::MAX)
}

/// A field of the versions from `first` to `last`.
pub const fn versions<'a, T: Wire<'a>>(first: u8, last: u8) -> Spec<T> {
    Spec {
        versions: Versions { first, last },
        nullable: Versions::NONE,
        tag: None,
        ignorable: false,
        classic: false,
        row_default: Default::ZERO,
        default: T::DEFAULT,
    }
}

impl<T: Copy> Spec<T> {
    /// Null is allowed in version `first` and later.
    pub const fn nullable_since(self, first: u8) -> Self {
        self.nullable(first, u8::MAX)
    }

    /// Null is allowed in the versions from `first` to `last`.
    pub const fn nullable(self, first: u8, last: u8) -> Self {
        Self { nullable: Versions { first, last }, ..self }
    }

    /// Carried as the tagged field of this number (KIP-482), from 0 to 31.
    pub const fn tagged(self, tag: u8) -> Self {
        Self { tag: Some(tag), ..self }
    }

    /// A value is dropped where the version lacks the field, and no error.
    pub const fn ignorable(self) -> Self {
        Self { ignorable: true, ..self }
    }

    /// Keeps the classic form of length in flexible versions.
    pub const fn classic(self) -> Self {
        Self { classic: true, ..self }
    }

    #[doc(hidden)]
    pub const fn is_tagged(&self) -> bool {
        self.tag.is_some()
    }

    /// The number of the tagged field; 255 where it is none.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn tag(&self) -> u32 {
        match self.tag {
            Some(tag) => tag as u32,
            None => 255,
        }
    }
}

impl<T: Copy> Spec<Option<T>> {
    /// The value of the field where nothing is said: null, which is the only other default that a
    /// nullable field can have here.
    ///
    /// # Panics
    /// At compile time, where the default is not null.
    pub const fn default(self, default: Option<T>) -> Self {
        assert!(default.is_none(), "the default of a nullable field is its zero, or null");
        Self { default, row_default: Default::NULL, ..self }
    }
}

impl Spec<bool> {
    /// The value of the field where nothing is said.
    pub const fn default(self, default: bool) -> Self {
        Self { default, row_default: Default::number(default as i64, 0, 1), ..self }
    }
}

macro_rules! number_defaults { ($($number:ty),*) => { $(
    impl Spec<$number> {
        /// The value of the field where nothing is said.
        ///
        /// # Panics
        /// At compile time, where the table has no form for it: see
        /// [`Default`](crate::schema::Default).
        pub const fn default(self, default: $number) -> Self {
            let (min, max) = (<$number>::MIN as i64, <$number>::MAX as i64);
            Self { default, row_default: Default::number(default as i64, min, max), ..self }
        }
    }
)* } }
number_defaults!(i8, i16, u16, i32, u32, i64);
