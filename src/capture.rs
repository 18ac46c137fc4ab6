//! Bounded capture: keeps chosen fields of a message, within bounds, from its events.
//!
//! [`capture!`](crate::capture!) declares what to keep, in `heapless` containers. The message may be
//! larger than memory and come in pieces of any size; what is not declared is passed over, and
//! checked all the same. Beside the captured value the state is the [`Decoder`]'s and eight bytes.
//! Nothing here panics or allocates, and functions nest as deep as the declaration. Uses `schema`,
//! `error`, `typed`, `event`, `decoder` and `encoder`.
//!
//! | Field | Is kept in |
//! |---|---|
//! | number, bool, uuid | the same type |
//! | string | [`String<N>`](heapless::String), [`Prefix<N>`], or its bytes in [`Vec<u8, N>`](heapless::Vec) |
//! | bytes, records | [`Vec<u8, N>`](heapless::Vec), [`First<u8, N>`](First) |
//! | array | [`Vec<T, N>`](heapless::Vec), [`First<T, N>`](First) |
//! | structure | one that is declared for it |
//! | nullable field | [`Option`] of these |
//! | `unknown_tags` | [`CapturedTags<N, BYTES>`](CapturedTags) |
//!
//! What is larger than its bound is [`ErrorKind::CaptureOverflow`] with the field, the bound and what
//! would be needed; [`First`] and [`Prefix`] keep what fits and count the rest.

mod array;
mod cursor;
mod keep;
mod tags;
mod text;
mod values;

pub use array::First;
pub use cursor::Cursor;
pub use tags::CapturedTags;
pub use text::Prefix;

/// The containers that hold what is kept.
pub use heapless;

use crate::decoder::Decoder;
use crate::encoder::Encoder;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Item;
use crate::schema::FieldId;
use crate::typed::{Body, Wire};
use crate::wire::Mode;
use cursor::Cut;
use heapless::{LenType, VecView};

/// A type that keeps a field of type `F`.
///
/// `F` is the type of the field in the message's own struct, with `'static` for its lifetime.
#[diagnostic::on_unimplemented(
    message = "a field of type `{F}` cannot be kept in this type",
    label = "cannot keep a `{F}`",
    note = "numbers, bool and Uuid are kept as they are, strings in `String<N>` or `Prefix<N>`, bytes and \
            records in `Vec<u8, N>` or `First<u8, N>`, arrays in `Vec<T, N>` or `First<T, N>`, structures in \
            one declared for them, nullable fields in `Option`, unknown tags in `CapturedTags<N, BYTES>`"
)]
pub trait Capture<F>: Sized {
    /// What is kept of a message that lacks the field.
    fn absent(default: F) -> Self;

    /// Takes the value in which the cursor stands, to its end; whether it got there. If it did not,
    /// either the input is used up, and the next call goes on with more of it, or something is wrong,
    /// which the cursor's decoder knows: a fault in the bytes, or [`ErrorKind::CaptureOverflow`].
    ///
    /// `level` is the nesting at which the fields of the value lie, or would lie if it had some.
    fn take(&mut self, cursor: &mut Cursor<'_, '_>, level: u8) -> bool;

    /// Takes elements of an array that can be taken at once. The others come one by one.
    #[doc(hidden)]
    #[inline(always)]
    fn take_many<LenT: LenType>(_: &mut VecView<Self, LenT>, _: &mut Cursor<'_, '_>) {}

    /// Whether it is what [`absent`](Capture::absent) gives.
    fn is_absent(&self, default: F) -> bool;

    /// Writes the value of this field.
    ///
    /// # Errors
    /// Those of the encoder.
    fn put(&self, encoder: &mut Encoder<'_>, field: FieldId) -> Result<()>;
}

/// What [`capture!`](crate::capture!) declares: a structure that keeps fields of another.
pub trait Captured: Capture<Self::Of> {
    /// The structure whose fields it keeps.
    type Of;

    /// Writes the kept fields of the structure in which the encoder stands.
    ///
    /// # Errors
    /// Those of the encoder.
    fn put_fields(&self, encoder: &mut Encoder<'_>) -> Result<()>;

    /// Begins to capture a message of `len` bytes, which is read strictly.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    fn capture(version: i16, len: u32) -> Result<Capturing<Self>>
    where
        Self::Of: Body<'static>,
    {
        Self::capture_as(Mode::Strict, version, len)
    }

    /// Begins to capture a message of `len` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::UnsupportedVersion`].
    fn capture_as(mode: Mode, version: i16, len: u32) -> Result<Capturing<Self>>
    where
        Self::Of: Body<'static>,
    {
        let decoder = Decoder::with_mode(mode, &Self::Of::MESSAGE, version, len)?;
        Ok(Capturing { decoder, cut: Cut::EMPTY, kept: Self::absent(Self::Of::DEFAULT) })
    }

    /// Captures a whole body, of which nothing may be left over, strictly.
    ///
    /// # Errors
    /// The first fault in the bytes, [`ErrorKind::CaptureOverflow`], or
    /// [`ErrorKind::UnsupportedVersion`].
    fn from_slice(version: i16, body: &[u8]) -> Result<Self>
    where
        Self::Of: Body<'static>,
    {
        Self::from_slice_as(Mode::Strict, version, body)
    }

    /// Captures a whole body, of which nothing may be left over.
    ///
    /// # Errors
    /// Those of [`from_slice`](Captured::from_slice). A string that is not UTF-8 is an error in both
    /// modes, since `String` cannot hold it; `Vec<u8, N>` keeps its bytes.
    fn from_slice_as(mode: Mode, version: i16, body: &[u8]) -> Result<Self>
    where
        Self::Of: Body<'static>,
    {
        let mut capturing = Self::capture_as(mode, version, body.len() as u32)?;
        capturing.push(body)?;
        capturing.finish()
    }

    /// Encodes the message that was captured, with the default of each field that was not, into the
    /// front of a buffer, and gives the number of bytes.
    ///
    /// # Errors
    /// Those of [`Encoder::finish`] and of a value that this version cannot hold.
    fn encode(&self, version: i16, buffer: &mut [u8]) -> Result<usize>
    where
        Self::Of: Body<'static>,
    {
        let mut encoder = Encoder::new(&Self::Of::MESSAGE, version, buffer)?;
        self.put_fields(&mut encoder)?;
        encoder.finish()
    }
}

/// Captures a `C` from a message that comes in pieces.
#[derive(Clone)]
pub struct Capturing<C> {
    decoder: Decoder,
    cut: Cut,
    kept: C,
}

impl<C: Captured> Capturing<C> {
    /// Takes the next piece of the message, be it empty. Gives the captured value once the message
    /// is complete.
    ///
    /// # Errors
    /// The first fault in the bytes, bytes behind the end of the message included, or
    /// [`ErrorKind::CaptureOverflow`]. From then on each call gives the same error. Of a string that is
    /// too long and also not UTF-8, the fault that its pieces show first is told.
    pub fn push(&mut self, mut piece: &[u8]) -> Result<Option<&C>> {
        if self.advance(&mut piece) && !piece.is_empty() {
            let remaining = piece.len() as u32;
            let at = self.decoder.position();
            self.decoder.refuse(ErrorKind::TrailingBytes { remaining }, at);
        }
        self.outcome()
    }

    /// Takes from the front of `input` what belongs to the message, and leaves what comes behind it.
    ///
    /// # Errors
    /// Those of [`push`](Capturing::push), but for bytes behind the end.
    pub fn push_from(&mut self, input: &mut &[u8]) -> Result<Option<&C>> {
        self.advance(input);
        self.outcome()
    }

    fn outcome(&self) -> Result<Option<&C>> {
        self.decoder.error().map_or_else(|| Ok(self.captured()), Err)
    }

    /// Whether the message is complete. If not, there is no more input, or the decoder has an error.
    #[inline(never)]
    fn advance(&mut self, input: &mut &[u8]) -> bool {
        let mut cursor = Cursor::new(&mut self.decoder, input, &mut self.cut);
        if !matches!(cursor.item(), Item::Done) {
            if !self.kept.take(&mut cursor, 0) {
                return false;
            }
            cursor.advance();
        }
        self.decoder.is_done()
    }

    /// The captured value, if the message is complete.
    pub fn captured(&self) -> Option<&C> {
        self.decoder.is_done().then_some(&self.kept)
    }

    /// The captured value of the complete message.
    ///
    /// # Errors
    /// The error that ended capture, or [`ErrorKind::Structure`] at the byte that should come next.
    pub fn finish(self) -> Result<C> {
        if self.decoder.is_done() {
            return Ok(self.kept);
        }
        let incomplete = Error::new(ErrorKind::Structure, self.decoder.position());
        Err(self.decoder.error().unwrap_or(incomplete))
    }

    /// How many bytes of the message are still to come.
    pub const fn remaining(&self) -> u32 {
        self.decoder.remaining()
    }
}

/// Declares what to keep of a message and of the structures in it.
///
/// A structure names the one whose fields it keeps, and those fields by their own names, each with a
/// type that [keeps](mod@crate::capture) it. Where it stands for a message, [`Captured`] has the functions
/// that capture and encode it. A field that does not exist or has another type does not compile.
///
/// ```
/// use heapless::{String, Vec};
/// use kafka_codec::api::metadata::response::*;
/// use kafka_codec::capture::{Captured, First};
/// use kafka_codec::typed::Body;
///
/// kafka_codec::capture! {
///     /// Where the brokers are.
///     #[derive(Debug)]
///     pub struct Cluster: MetadataResponse {
///         /// The first four brokers.
///         pub brokers: First<Node, 4>,
///         pub cluster_id: Option<String<36>>,
///     }
///     #[derive(Debug)]
///     pub struct Node: MetadataResponseBroker {
///         pub host: String<64>,
///         pub port: i32,
///     }
/// }
///
/// # fn main() -> kafka_codec::Result<()> {
/// let brokers = [MetadataResponseBroker { host: "kafka-1", port: 9092, ..Default::default() }];
/// let response = MetadataResponse { brokers: (&brokers).into(), ..Default::default() };
/// let mut body = [0; 64];
/// let len = response.encode(12, &mut body)?;
///
/// let mut capturing = Cluster::capture(12, len as u32)?;
/// for piece in body[..len].chunks(5) {
///     capturing.push(piece)?;
/// }
/// let cluster = capturing.finish()?;
/// assert_eq!(cluster.brokers.kept[0].host, "kafka-1");
/// assert_eq!(cluster.brokers.total, 1);
/// # Ok(())
/// # }
/// ```
///
/// The field has to exist:
///
/// ```compile_fail,E0599
/// # use kafka_codec::api::metadata::response::*;
/// kafka_codec::capture! {
///     pub struct Cluster: MetadataResponse {
///         pub controler_id: i32,
///     }
/// }
/// # fn main() {}
/// ```
///
/// and its type has to fit, with `Option` where the field may be null:
///
/// ```compile_fail,E0277
/// # use kafka_codec::api::metadata::response::*;
/// kafka_codec::capture! {
///     pub struct Cluster: MetadataResponse {
///         pub controller_id: i64,
///     }
/// }
/// # fn main() {}
/// ```
/// ```compile_fail,E0277
/// # use kafka_codec::api::metadata::response::*;
/// kafka_codec::capture! {
///     pub struct Cluster: MetadataResponse {
///         pub cluster_id: heapless::String<36>,
///     }
/// }
/// # fn main() {}
/// ```
///
/// A structure is kept in one that was declared for it:
///
/// ```compile_fail,E0277
/// # use kafka_codec::api::metadata::response::*;
/// kafka_codec::capture! {
///     pub struct Cluster: MetadataResponse {
///         pub brokers: heapless::Vec<Topic, 4>,
///     }
///     pub struct Topic: MetadataResponseTopic {
///         pub error_code: i16,
///     }
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! capture {
    ($(
        $(#[$attr:meta])*
        $vis:vis struct $name:ident: $($of:ident)::+ {
            $( $(#[$field_attr:meta])* $field_vis:vis $field:ident: $ty:ty ),* $(,)?
        }
    )+) => { $(
        $(#[$attr])*
        $vis struct $name {
            $( $(#[$field_attr])* $field_vis $field: $ty, )*
        }

        const _: () = {
            use $crate::capture::macro_support::{self as __support, Keeping as _};

            type __Of = $($of)::+<'static>;
            const __DEFAULT: __Of = <__Of as $crate::typed::Wire<'static>>::DEFAULT;
            /// A bit for each field that is kept.
            const __WANTED: u64 = 0 $( | __support::bit($crate::__captured!(__Of, $field).index()) )*;

            // Each field's default is bound to the user's own name of it, so that a wrong type is
            // reported there, and once, since all four functions ask for the same.
            #[allow(unused_variables, unused_mut, reason = "not every declaration has fields")]
            impl $crate::capture::Capture<__Of> for $name {
                fn absent(default: __Of) -> Self {
                    let __Of { $( $field, )* .. } = default;
                    Self { $( $field: $field.__absent::<$ty>(), )* }
                }

                fn take(
                    &mut self,
                    cursor: &mut $crate::capture::Cursor<'_, '_>,
                    level: u8,
                ) -> bool {
                    if cursor.begins_again(level) {
                        *self = Self::absent(__DEFAULT);
                    }
                    let __Of { $( $field, )* .. } = __DEFAULT;
                    let mut index = cursor.field(level, __WANTED);
                    loop {
                        let is_whole = $(
                            if index == const { $crate::__captured!(__Of, $field).index() } {
                                $field.__take::<$ty>(&mut self.$field, cursor, level + 1)
                            } else
                        )* {
                            false
                        };
                        if !is_whole {
                            return index == __support::END;
                        }
                        index = cursor.next_field(level, __WANTED);
                    }
                }

                fn is_absent(&self, default: __Of) -> bool {
                    let __Of { $( $field, )* .. } = default;
                    true $( && $field.__is_absent::<$ty>(&self.$field) )*
                }

                fn put(
                    &self,
                    encoder: &mut $crate::encoder::Encoder<'_>,
                    field: $crate::schema::FieldId,
                ) -> $crate::Result<()> {
                    encoder.begin_struct(field)?;
                    <Self as $crate::capture::Captured>::put_fields(self, encoder)?;
                    encoder.end_struct()
                }
            }

            #[allow(unused_variables, unused_mut, reason = "not every declaration has fields")]
            impl $crate::capture::Captured for $name {
                type Of = __Of;

                fn put_fields(
                    &self,
                    encoder: &mut $crate::encoder::Encoder<'_>,
                ) -> $crate::Result<()> {
                    let __Of { $( $field, )* .. } = __DEFAULT;
                    let of = __support::structure::<__Of>();
                    // In the order of the message, whatever that of the declaration is.
                    let mut left = __WANTED;
                    while let Some(index) = __support::take_next(&mut left, of) {
                        $(
                            if index == const { $crate::__captured!(__Of, $field).index() } {
                                let id = $crate::__captured!(__Of, $field);
                                $field.__put::<$ty>(&self.$field, encoder, of, id)?;
                            } else
                        )* {}
                    }
                    Ok(())
                }
            }
        };
    )+ };
}

/// The name of a field; `unknown_tags` is none of the schema's.
#[doc(hidden)]
#[macro_export]
macro_rules! __captured {
    ($of:ident, unknown_tags) => {
        $crate::capture::macro_support::unknown_tags::<$of>()
    };
    ($of:ident, $field:ident) => {
        <$of>::$field.id()
    };
}

/// What [`capture!`](crate::capture!) expands to.
#[doc(hidden)]
pub mod macro_support {
    pub use super::cursor::{END, bit};
    pub use super::keep::{Keeping, structure, take_next, unknown_tags};
}
