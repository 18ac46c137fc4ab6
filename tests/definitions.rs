//! What holds for all definitions together, and facts of the protocol that they have to show.
#![cfg(all(feature = "names", feature = "registry"))]

use kafka_codec::api::{MESSAGES, find, find_by_name};
use kafka_codec::encoder::Encoder;
use kafka_codec::schema::{Field, Message, Role, Struct};
use kafka_codec::typed::Body;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Each structure of the registry once, the messages themselves among them.
fn structs() -> Vec<&'static Struct> {
    fn add(of: &'static Struct, seen: &mut HashSet<*const Struct>, all: &mut Vec<&'static Struct>) {
        if seen.insert(of) {
            all.push(of);
            let children = of.fields().iter().filter_map(|field| of.child(field));
            children.for_each(|child| add(child, seen, all));
        }
    }
    let (mut seen, mut all) = (HashSet::new(), vec![]);
    MESSAGES.iter().for_each(|message| add(message.body, &mut seen, &mut all));
    all
}

fn pairs(role: Role) -> impl Iterator<Item = (&'static Message, i16)> {
    let of_role = MESSAGES.iter().filter(move |message| message.role == role);
    of_role.flat_map(|message| message.versions.iter().map(move |version| (message, version)))
}

#[test]
fn handles_are_unique() {
    let (mut ids, all) = (HashMap::new(), structs());
    for of in &all {
        for index in (0..).take(of.fields().len()).chain([u8::MAX]) {
            let other = ids.insert(of.field_id(index), of.name());
            assert_eq!(other, None, "{}: {:?}", of.name(), of.field_id(index));
        }
    }
    let fields = |of: &&Struct| of.fields().len();
    assert_eq!((all.len(), all.iter().map(fields).sum()), (526, 1_773));
}

#[test]
fn sizes_are_those_of_kafka() {
    let deepest = MESSAGES.iter().map(|message| message.body.depth()).max();
    assert_eq!(deepest, Some(5));
    let in_line = |of: &Struct| of.fields().iter().filter(|field| field.tag().is_none()).count();
    assert_eq!(structs().into_iter().map(in_line).max(), Some(17));
    let tags = structs().into_iter().flat_map(Struct::fields).filter_map(Field::tag);
    assert_eq!(tags.max(), Some(3));
}

/// 761 pairs with the two names that key 74 has.
#[test]
fn pairs_are_those_of_both_kafkas() {
    let count = |role| pairs(role).count();
    let counts = [Role::Request, Role::Response, Role::Header, Role::Data].map(count);
    assert_eq!(counts, [368, 368, 5, 18]);
    assert_eq!(counts.iter().sum::<usize>(), 759);
    let flexible = |role| pairs(role).filter(|(message, v)| message.is_flexible(*v)).count();
    assert_eq!([Role::Request, Role::Response].map(flexible), [201, 201]);

    let mut java = BTreeSet::new();
    for line in include_str!("data/smallest.txt").lines() {
        let mut words = line.split(' ');
        let (name, version) = (words.next().expect("a name"), words.next().expect("a version"));
        let message = find_by_name(name).unwrap_or_else(|| panic!("no {name}"));
        java.insert((message.name(), version.parse::<i16>().expect("a number")));
    }
    let all = MESSAGES.iter().flat_map(|m| m.versions.iter().map(|version| (m.name(), version)));
    assert_eq!(all.collect::<BTreeSet<_>>(), java);
}

#[test]
fn headers_follow_the_rule_but_for_two_messages() {
    let mut exceptions = BTreeSet::new();
    for (role, base) in [(Role::Request, 1), (Role::Response, 0)] {
        for (message, version) in pairs(role) {
            let rule = base + i16::from(message.is_flexible(version));
            let header = message.header_version(version).expect("a header");
            if header != rule {
                exceptions.insert((message.name(), version, header));
            }
        }
    }
    let expected = [
        ("ApiVersionsResponse", 3, 0),
        ("ApiVersionsResponse", 4, 0),
        ("ApiVersionsResponse", 5, 0),
        ("ControlledShutdownRequest", 0, 0),
    ];
    assert_eq!(exceptions, BTreeSet::from(expected));
    for message in MESSAGES {
        let beyond = i16::from(message.versions.last) + 1;
        for version in [-1, beyond, i16::MIN, i16::MAX] {
            assert_eq!(message.header_version(version), None);
        }
    }
    assert!(
        pairs(Role::Header).chain(pairs(Role::Data)).all(|(m, v)| m.header_version(v).is_none())
    );
}

#[test]
fn current_and_unstable_versions_are_defined_ones() {
    let mut unstable = BTreeSet::new();
    let mut removed = BTreeSet::new();
    for message in MESSAGES {
        let defined = |version| message.version(version).is_some();
        assert!(message.current.is_empty() || message.current.iter().all(defined));
        assert!(message.unstable.is_empty() || message.unstable.iter().all(defined));
        if !message.unstable.is_empty() {
            unstable.extend(message.unstable.iter().map(|v| (message.api_key, v)));
        }
        if message.current.is_empty() {
            removed.insert(message.api_key);
        }
        let stable = message.latest_stable();
        assert!(defined(stable) && !message.unstable.contains(stable as u8), "{message:?}");
    }
    assert_eq!(unstable, BTreeSet::from([(22, 6), (76, 0), (77, 0), (78, 0), (79, 0)]));
    assert_eq!(removed, BTreeSet::from([4, 5, 6, 7]));
}

#[test]
fn names_find_what_they_name() {
    for message in MESSAGES {
        let found = find_by_name(message.name()).expect("a message");
        assert!(std::ptr::eq(found, message), "{}", message.name());
        match message.role {
            Role::Request | Role::Response => {
                let found = find(message.api_key, message.role).expect("a message");
                assert!(std::ptr::eq(found, message));
                let suffix = if message.role == Role::Request { "Request" } else { "Response" };
                assert!(message.name().ends_with(suffix));
            }
            Role::Header | Role::Data => assert_eq!(message.api_key, -1),
        }
    }
    for (alias, name) in [
        ("ListClientMetricsResourcesRequest", "ListConfigResourcesRequest"),
        ("ListClientMetricsResourcesResponse", "ListConfigResourcesResponse"),
    ] {
        assert_eq!(find_by_name(alias).expect("a message").name(), name);
    }
    for unknown in ["", "Metadata", "metadataRequest", "MetadataRequest ", "MetadataRequestTopic"] {
        assert!(find_by_name(unknown).is_none(), "{unknown}");
    }
}

#[test]
fn field_names_are_unique_in_their_structure() {
    for of in structs() {
        let mut names = BTreeSet::new();
        for (index, row) in (0..).zip(of.fields()) {
            let name = of.field_name(index).expect("a name");
            assert!(names.insert(name), "{}.{name}", of.name());
            let is_snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(name.chars().all(is_snake), "{}.{name}", of.name());
            let (found, field) = of.field_by_name(name).expect("a field");
            assert!(found == index && std::ptr::eq(field, row), "{}.{name}", of.name());
            let (home, place) = of.find(of.field_id(index)).expect("itself");
            assert!(std::ptr::eq(home, of) && place == index);
        }
        assert!(of.field_name(of.fields().len() as u8).is_none());
    }
}

/// The versions of a message in which a field is really there, over all ways that lead to it.
fn reach(of: &'static Struct, versions: &[u8], found: &mut BTreeMap<(String, u8), BTreeSet<u8>>) {
    for (index, field) in (0..).zip(of.fields()) {
        let there: Vec<u8> =
            versions.iter().copied().filter(|v| field.versions().contains(*v)).collect();
        let key = (format!("{:?}", of.id()), index);
        found.entry(key).or_default().extend(&there);
        if let Some(child) = of.child(field) {
            reach(child, &there, found);
        }
    }
}

#[test]
fn every_rule_of_a_field_matters_in_some_version() {
    let of: HashMap<String, &Struct> =
        structs().into_iter().map(|of| (format!("{:?}", of.id()), of)).collect();
    for message in MESSAGES {
        let versions: Vec<u8> = (message.versions.first..=message.versions.last).collect();
        let mut found = BTreeMap::new();
        reach(message.body, &versions, &mut found);
        for ((id, index), there) in found {
            let of = of[&id];
            let (field, name) = (&of.fields()[usize::from(index)], of.field_name(index));
            let at = format!("{} {}.{name:?}", message.name(), of.name());
            assert!(!there.is_empty(), "{at}: in no version");
            let nullable = field.nullable();
            assert!(nullable.is_empty() || there.iter().any(|v| nullable.contains(*v)), "{at}");
            let flexible = |v: &u8| message.is_flexible(i16::from(*v));
            assert!(field.tag().is_none() || there.iter().all(flexible), "{at}: tagged");
            assert!(!field.is_classic() || there.iter().any(flexible), "{at}: classic");
            assert!(!field.default().is_null() || !nullable.is_empty(), "{at}: default");
        }
    }
}

/// The typed default, the encoder's empty message, and what decoding that gives are all the same.
fn check_defaults<B: Body<'static>>() -> usize {
    let message = &B::MESSAGE;
    for version in message.versions.iter() {
        let at = format!("{} v{version}", message.name());
        let (mut typed, empty) = ([0xa5; 512], Box::leak(Box::new([0xa5; 512])));
        let encoder = Encoder::new(message, version, &mut empty[..]).expect(&at);
        let len = encoder.finish().expect(&at);
        assert_eq!(B::default().encode(version, &mut typed), Ok(len), "{at}");
        assert_eq!(typed, *empty, "{at}");
        assert_eq!(B::default().encoded_len(version), Ok(len), "{at}");
        assert_eq!(B::decode(version, &empty[..len]).expect(&at), B::default(), "{at}");
    }
    message.versions.iter().count()
}

#[test]
fn defaults_of_tables_are_those_of_types() {
    let mut checked = 0;
    macro_rules! check { ($($key:literal, $role:ident, $body:path;)*) => {
        $( checked += check_defaults::<$body>(); )*
    } }
    kafka_codec::for_each_message!(check);
    assert_eq!(checked, 759);
}

#[test]
fn typed_messages_hold_what_java_writes() {
    let mut bodies = HashMap::new();
    macro_rules! add { ($($key:literal, $role:ident, $body:path;)*) => { $(
        let recode: fn(i16, &[u8], &mut [u8]) -> kafka_codec::Result<usize> =
            |version, bytes, out| <$body>::decode(version, bytes)?.encode(version, out);
        bodies.insert(<$body as Body<'static>>::MESSAGE.name(), recode);
    )* } }
    kafka_codec::for_each_message!(add);
    assert_eq!(bodies.len(), MESSAGES.len());
    for line in include_str!("data/smallest.txt").lines() {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("a word");
        let (name, version) = (word(), word().parse().expect("a version"));
        let (pairs, []) = word().as_bytes().as_chunks::<2>() else { panic!("odd") };
        let text = |pair| std::str::from_utf8(pair).expect("ASCII");
        let bytes: Vec<u8> =
            pairs.iter().map(|pair| u8::from_str_radix(text(pair), 16).expect("hex")).collect();
        let recode = bodies[find_by_name(name).expect("a message").name()];
        let mut out = vec![0xa5; bytes.len() + 1];
        assert_eq!(recode(version, &bytes, &mut out), Ok(bytes.len()), "{name} v{version}");
        assert_eq!(out[..bytes.len()], bytes, "{name} v{version}");
        assert_eq!(out[bytes.len()], 0xa5);
    }
}

#[cfg(feature = "descriptions")]
mod descriptions {
    use super::structs;
    use kafka_codec::schema::Kind;

    fn check(at: &str, text: &str) {
        assert!(!text.is_empty(), "{at} has no description");
        assert!(text.ends_with('.'), "{at}: no full stop: {text}");
        assert!(!text.contains("  ") && !text.contains('\n'), "{at}: spaces: {text}");
        assert!(text.len() <= 240, "{at}: {} bytes: {text}", text.len());
        let first = text.chars().find(|c| c.is_alphanumeric());
        assert!(first.is_some_and(|c| !c.is_lowercase()), "{at}: no capital letter: {text}");
    }

    #[test]
    fn all_are_sentences() {
        for of in structs() {
            check(of.name(), of.description());
            for (index, _) in (0..).zip(of.fields()) {
                let at = format!("{}.{:?}", of.name(), of.field_name(index));
                check(&at, of.field_description(index));
            }
        }
    }

    /// What null or -1 means, and the unit of a time, has to be said.
    #[test]
    fn they_say_what_special_values_mean() {
        for of in structs() {
            for (index, field) in (0..).zip(of.fields()) {
                let name = of.field_name(index).expect("a name");
                let text = of.field_description(index);
                let at = format!("{}.{name}: {text}", of.name());
                let says = |word| text.to_lowercase().contains(word);
                assert!(field.nullable().is_empty() || says("null"), "{at}");
                let is_number = !field.is_array() && !field.default().is_null();
                let default = field.default().as_i64(field.kind());
                assert!(!is_number || default != -1 || says("-1"), "{at}");
                let is_int = matches!(field.kind(), Kind::I32 | Kind::I64) && !field.is_array();
                let is_time = is_int && (name.ends_with("_ms") || name.ends_with("timestamp"));
                // The special timestamps of ListOffsets have no unit, but the others do.
                assert!(!is_time || says("millisecond"), "{at}");
            }
        }
    }
}
