//! The definition macros: from one definition come the Rust type, its codec, its schema table, the
//! handles of its fields, and its documentation.
//!
//! What is on the right of a field is an ordinary const expression of type [`Spec`], so that a
//! mistake is an ordinary type error at its own place. Uses `schema`, `wire` and `typed`.
//!
//! [`Spec`]: crate::typed::Spec

/// Defines a structure: a part of a message with fields of its own.
///
/// Documentation of the structure and of its fields goes where Rust has it, and is also what the
/// inspector shows. Every structure has a lifetime, that of the bytes it borrows.
///
/// ```
/// use kafka_codec::typed::{Array, since, versions};
///
/// kafka_codec::structure! {
///     /// A point on a line.
///     pub struct Point<'a> {
///         /// Distance from the start, in metres.
///         pub distance: i64 = since(0).default(-1),
///         /// What it is called; null if nobody gave it a name.
///         pub name: Option<&'a str> = since(1).nullable_since(1).default(None),
///     }
/// }
/// assert_eq!(Point::default().distance, -1);
/// ```
#[macro_export]
macro_rules! structure {
    (
        $(#[doc = $doc:expr])*
        pub struct $name:ident<$a:lifetime> {
            $( $(#[doc = $field_doc:expr])* pub $field:ident: $ty:ty =
                $form:ident($($versions:tt)*) $(.$rule:ident($($value:tt)*))* ),* $(,)?
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<$a> {
            $( $(#[doc = $field_doc])* pub $field: $ty, )*
            /// Tagged fields that the definition does not know.
            pub unknown_tags: $crate::typed::Tags<$a>,
        }

        const _: () = {
            use $crate::schema::{Field, FieldId, Handle, Kind, Nested, Struct, StructId, Type};
            use $crate::typed::macro_support as support;
            use $crate::typed::{Spec, Tags, Wire};
            use $crate::wire::{Cx, Reader, Writer};

            /// The place of each field.
            #[allow(non_camel_case_types, dead_code, reason = "named like the fields")]
            #[repr(u8)]
            enum Index { $($field,)* __Count }

            #[allow(dead_code, reason = "carries the lifetime of the field types")]
            struct Specs<$a>($name<$a>);
            #[allow(non_upper_case_globals, reason = "named like the fields")]
            impl<$a> Specs<$a> {
                // The type is named here so that each rule is a method of its own type's `Spec`.
                $( const $field: Spec<$ty> =
                    $form::<$ty>($($versions)*) $(.$rule($($value)*))*; )*
                const TYPES: &'static [Type] = &[$(<$ty as Wire<$a>>::TYPE),*];
                const FIELDS: &'static [Field] = &support::find_runs(
                    [$(support::row(Self::TYPES, Index::$field as usize, &Self::$field)),*],
                );
                const CHILDREN: &'static [&'static Struct] =
                    &support::children::<{ support::count_children(Specs::TYPES) }>(Self::TYPES);
                const HAS_TAGS: bool = false $(|| Self::$field.is_tagged())*;
            }
            const _: () = support::check(Specs::FIELDS);

            const ID: StructId = StructId::new(module_path!(), stringify!($name));
            static STRUCT: Struct = $crate::__struct! {
                ID, Specs::FIELDS, Specs::CHILDREN,
                concat!(stringify!($name) $(, " ", stringify!($field))*),
                &[concat!("" $(, $doc)*) $(, concat!("" $(, $field_doc)*))*]
            };

            #[allow(non_upper_case_globals, reason = "handles are named like their fields")]
            impl<$a> $name<$a> {
                $(
                    #[doc = concat!("Names the field `", stringify!($field), "` in events.")]
                    pub const $field: Handle<<$ty as Wire<$a>>::Leaf> =
                        Handle::__new(ID.field(Index::$field as u8));
                )*
            }

            impl PartialEq for $name<'_> {
                #[inline]
                fn eq(&self, other: &Self) -> bool {
                    self.is(other)
                }
            }

            impl Default for $name<'_> {
                #[inline]
                fn default() -> Self {
                    Self::DEFAULT
                }
            }

            #[allow(unused_variables, unused_mut, reason = "not every structure has fields or tags")]
            impl<$a> Wire<$a> for $name<$a> {
                const TYPE: Type = Type { kind: Kind::Struct, array: false, of: Some(&STRUCT) };
                const DEFAULT: Self =
                    Self { $($field: Specs::$field.default,)* unknown_tags: Tags::NONE };
                type Leaf = Nested;
                type With<'b> = $name<'b>;

                #[cfg_attr(target_pointer_width = "32", inline(never))]
                #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
                fn read(reader: &mut Reader<$a>, cx: Cx, _: FieldId) -> Self {
                    let mut fields = support::Reading::begin(reader, cx, &STRUCT);
                    let mut this = Self {
                        $( $field: fields.next(), )*
                        unknown_tags: Tags::__none(),
                    };
                    if !Specs::HAS_TAGS {
                        this.unknown_tags = fields.unknown_tags();
                    } else if fields.has_tags() {
                        this.unknown_tags = fields.tags(|reader| {
                            let mut tags = support::TagReader::begin(reader, cx, &STRUCT);
                            while let Some(tag) = tags.next(reader) {
                                $( if Specs::$field.is_tagged() && Specs::$field.tag() == tag {
                                    let at = cx.at(Index::$field as u8);
                                    support::read_tag(&mut this.$field, reader, &mut tags, at, &STRUCT);
                                } )*
                            }
                            tags.end()
                        });
                    }
                    this
                }

                #[cfg_attr(target_pointer_width = "32", inline(never))]
                #[cfg_attr(not(target_pointer_width = "32"), inline(always))]
                fn write(&self, writer: &mut Writer<'_>, cx: Cx, at: FieldId) {
                    let mut fields = support::Writing::begin(writer, cx, &STRUCT);
                    $( fields.next(&self.$field); )*
                    if !Specs::HAS_TAGS {
                        fields.unknown_tags(&self.unknown_tags, at);
                    } else if !fields.no_tags(&self.unknown_tags) {
                        fields.tags(|writer, own| {
                            let mut tags = support::TagWriter::begin(
                                writer, cx, &self.unknown_tags, own, &STRUCT, at,
                            );
                            $( if Specs::$field.is_tagged() {
                                let at = cx.at(Index::$field as u8);
                                support::write_tag(&self.$field, writer, &mut tags, at, &STRUCT);
                            } )*
                            tags.end(writer, cx);
                        });
                    }
                }

                #[inline]
                fn is(&self, other: &Self) -> bool {
                    true $( && self.$field.is(&other.$field) )*
                        && self.unknown_tags == other.unknown_tags
                }
            }
        };
    };
}

/// Defines a message: a structure that is the body of a request or response, a header, or data
/// that is kept or sent inside of other messages.
///
/// With an API key, `#[api(KEY, ROLE, versions = LO..=HI)]`, else `#[message(ROLE, versions =
/// LO..=HI)]`, and behind that, in this order, what applies: `flexible = LO..` (compact lengths and
/// tagged fields, KIP-482), `current = LO..=HI` or `current = none` (what Kafka 4.4 accepts, where
/// that is less), `unstable = LO..=HI`, `header = LO..=HI => V` (versions whose header has version
/// `V` against the rule).
///
/// ```
/// use kafka_codec::typed::{Array, Body, since};
///
/// kafka_codec::message! {
///     /// Asks how far away some points are.
///     #[api(10_001, Request, versions = 0..=1, flexible = 1..)]
///     pub struct DistanceRequest<'a> {
///         /// Names of the points.
///         pub points: Array<'a, &'a str> = since(0),
///     }
/// }
/// # fn main() -> kafka_codec::Result<()> {
/// let request = DistanceRequest { points: (&["a", "b"]).into(), ..Default::default() };
/// let mut buffer = [0; 16];
/// let len = request.encode(1, &mut buffer)?;
/// assert_eq!(buffer[..len], *b"\x03\x02a\x02b\x00");
/// # Ok(())
/// # }
/// ```
///
/// Elements of an array take bytes in each version, since any count of others would fit any message:
///
/// ```compile_fail,E0080
/// use kafka_codec::typed::{Array, since};
///
/// kafka_codec::structure! {
///     /// Where to, from version 1.
///     pub struct Step<'a> {
///         /// Metres.
///         pub metres: i32 = since(1),
///     }
/// }
/// kafka_codec::message! {
///     /// A way.
///     #[message(Data, versions = 0..=1)]
///     pub struct Way<'a> {
///         /// One after another.
///         pub steps: Array<'a, Step<'a>> = since(0),
///     }
/// }
/// # fn main() {
/// # let _ = <Way<'_> as kafka_codec::typed::Body<'_>>::MESSAGE;
/// # }
/// ```
#[macro_export]
macro_rules! message {
    (
        $(#[doc = $doc:expr])*
        #[api($key:literal, $role:ident, $($facts:tt)*)]
        pub struct $name:ident<$a:lifetime> { $($fields:tt)* }
    ) => {
        $crate::structure! { $(#[doc = $doc])* pub struct $name<$a> { $($fields)* } }
        $crate::__body! { $name, $key, $role, $($facts)* }
    };
    (
        $(#[doc = $doc:expr])*
        #[message($role:ident, $($facts:tt)*)]
        pub struct $name:ident<$a:lifetime> { $($fields:tt)* }
    ) => {
        $crate::structure! { $(#[doc = $doc])* pub struct $name<$a> { $($fields)* } }
        $crate::__body! { $name, -1, $role, $($facts)* }
    };
}

/// Makes a structure the body of a message.
#[doc(hidden)]
#[macro_export]
macro_rules! __body {
    ($name:ident, $key:expr, $role:ident, versions = $lo:literal..=$hi:literal
        $(, flexible = $flexible:literal..)? $(, current = $current_lo:literal..=$current_hi:literal)?
        $(, current = $none:ident)? $(, unstable = $unstable_lo:literal..=$unstable_hi:literal)?
        $(, header = $header_lo:literal..=$header_hi:literal => $header:literal)?
    ) => {
        impl<'a> $crate::typed::Body<'a> for $name<'a> {
            const MESSAGE: $crate::schema::Message = {
                use $crate::schema::{Message, Role, Versions};
                use $crate::typed::macro_support as support;
                let versions = Versions { first: $lo, last: $hi };
                let body = support::body::<$name<'static>>();
                let flexible_since = support::first(&[$($flexible)?], u8::MAX);
                support::check_message(versions, flexible_since, body);
                Message {
                    api_key: $key,
                    role: Role::$role,
                    versions,
                    flexible_since,
                    current: support::first(
                        &[
                            $(Versions { first: $current_lo, last: $current_hi })?
                            $(support::$none())?
                        ],
                        versions,
                    ),
                    unstable: support::first(
                        &[$(Versions { first: $unstable_lo, last: $unstable_hi })?],
                        Versions::NONE,
                    ),
                    header_exception: support::first(
                        &[$((Versions { first: $header_lo, last: $header_hi }, $header))?],
                        (Versions::NONE, 0),
                    ),
                    body,
                }
            };
        }
    };
}

/// The parts of a table that the features of this crate ask for.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "descriptions")]
macro_rules! __struct {
    ($id:expr, $fields:expr, $children:expr, $names:expr, $descriptions:expr) => {
        $crate::typed::macro_support::structure($id, $fields, $children, $names, $descriptions)
    };
}
#[doc(hidden)]
#[macro_export]
#[cfg(all(feature = "names", not(feature = "descriptions")))]
macro_rules! __struct {
    ($id:expr, $fields:expr, $children:expr, $names:expr, $descriptions:expr) => {
        $crate::typed::macro_support::structure($id, $fields, $children, $names)
    };
}
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "names"))]
macro_rules! __struct {
    ($id:expr, $fields:expr, $children:expr, $names:expr, $descriptions:expr) => {
        $crate::typed::macro_support::structure($id, $fields, $children)
    };
}
