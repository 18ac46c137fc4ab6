//! The proxy's job: hosts and ports rewritten, a topic dropped, at every version.

use kafka_codec::api::describe_cluster::response::{
    DescribeClusterBroker, DescribeClusterResponse,
};
use kafka_codec::api::find_coordinator::response::{Coordinator, FindCoordinatorResponse};
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponsePartition, MetadataResponseTopic,
};
use kafka_codec::encoder::Value;
use kafka_codec::event::{Event, Item};
use kafka_codec::schema::Message;
use kafka_codec::transcode::{Edit, Transcoder, transcode};
use kafka_codec::typed::{Array, Body, TaggedField, Tags, since};
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};

#[path = "../examples/proxy.rs"]
#[allow(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod proxy;

use proxy::{FIRST_PORT, HOST, Proxy};

/// The example, at every version of the three responses, in pieces of any size.
#[test]
fn the_proxy_sends_clients_to_itself_and_hides_topics() {
    let tags = [TaggedField { tag: 77, data: b"kept" }];
    let isr = [1, 2, 3];
    for version in MetadataResponse::MESSAGE.versions.iter() {
        let unknown = if MetadataResponse::MESSAGE.is_flexible(version) { &tags[..] } else { &[] };
        let partitions = [0, 1].map(|partition_index| MetadataResponsePartition {
            partition_index,
            isr_nodes: (&isr).into(),
            unknown_tags: Tags::new(unknown),
            ..Default::default()
        });
        let make = |topics: &[&str], host: &str, port: i32| {
            let topics: Vec<_> = topics
                .iter()
                .map(|name| MetadataResponseTopic {
                    name: Some(name),
                    partitions: (&partitions).into(),
                    ..Default::default()
                })
                .collect();
            let brokers = [1, 2].map(|node_id| MetadataResponseBroker {
                node_id,
                host,
                port: port + if host == HOST { node_id } else { 0 },
                ..Default::default()
            });
            MetadataResponse {
                brokers: (&brokers).into(),
                topics: topics[..].into(),
                ..Default::default()
            }
            .encoded(version)
        };
        let before = make(&["__consumer_offsets", "_", "orders", "__", "", "_s"], "broker", 9092);
        let after = make(&["_", "orders", "", "_s"], HOST, FIRST_PORT);
        proxied(&MetadataResponse::MESSAGE, version, &before, &after);
        // Topics without a name, by their id alone.
        if version >= 12 {
            let topics = [MetadataResponseTopic { name: None, ..Default::default() }];
            let same = MetadataResponse { topics: (&topics).into(), ..Default::default() };
            let same = same.encoded(version);
            proxied(&MetadataResponse::MESSAGE, version, &same, &same);
        }
    }
    for version in FindCoordinatorResponse::MESSAGE.versions.iter() {
        for node_id in [-1, 4] {
            let make = |host, port| {
                let of = Coordinator { key: "k", node_id, host, port, ..Default::default() };
                let coordinators = [of, of];
                let response = match version {
                    4.. => FindCoordinatorResponse {
                        coordinators: (&coordinators).into(),
                        ..Default::default()
                    },
                    _ => FindCoordinatorResponse { node_id, host, port, ..Default::default() },
                };
                response.encoded(version)
            };
            let before = make("b", 1);
            let after = if node_id < 0 { before.clone() } else { make(HOST, FIRST_PORT + 4) };
            proxied(&FindCoordinatorResponse::MESSAGE, version, &before, &after);
        }
    }
    for version in DescribeClusterResponse::MESSAGE.versions.iter() {
        let make = |host, port| {
            let brokers =
                [DescribeClusterBroker { broker_id: 7, host, port, ..Default::default() }];
            DescribeClusterResponse { brokers: (&brokers).into(), ..Default::default() }
                .encoded(version)
        };
        let after = make(HOST, FIRST_PORT + 7);
        proxied(&DescribeClusterResponse::MESSAGE, version, &make("b", 1), &after);
    }
}

/// Sends bytes through the proxy, and as they are, in pieces of any size.
fn proxied(message: &Message, version: i16, before: &[u8], after: &[u8]) {
    for piece in [1, 2, 3, 7, 64, 4_096] {
        let mut proxy = Proxy::default();
        let through = |edit: &mut dyn FnMut(&Event<'_, '_>) -> Edit<'static>| {
            let (mut out, len) = (vec![0xa5; 4_096], before.len() as u32);
            let mut transcoder =
                Transcoder::new(Mode::Strict, message, version, len, &mut out).unwrap();
            let mut done = false;
            for piece in before.chunks(piece) {
                assert!(!done);
                done = transcoder.push(piece, &mut *edit).unwrap();
            }
            assert!(done);
            let len = transcoder.finish().unwrap();
            out.truncate(len);
            out
        };
        assert_eq!(through(&mut |event| proxy.edit(event)), after, "v{version}, {piece}");
        assert_eq!(through(&mut |_| Edit::Keep), before, "v{version}, {piece}");
    }
}

kafka_codec::message! {
    /// A message that ends in an array.
    #[message(Data, versions = 0..=0, flexible = 0..)]
    pub struct Numbers<'a> {
        /// Elements.
        pub numbers: Array<'a, Number<'a>> = since(0),
    }
}
kafka_codec::structure! {
    /// An element.
    pub struct Number<'a> {
        /// Two bytes.
        pub number: i16 = since(0),
    }
}

/// The count of what is left takes fewer bytes than the one that was there, so that more room is
/// needed on the way than in the end: never is something lost without a word.
#[test]
fn a_buffer_that_is_too_small_says_one_that_is_not() {
    for (count, kept) in [(200, 100), (126, 0), (20_000, 100), (20_000, 16_000), (3, 2)] {
        let numbers: Vec<_> =
            (0..count).map(|number| Number { number, ..Default::default() }).collect();
        let make = |numbers: &[Number<'_>]| {
            Numbers { numbers: numbers.into(), ..Default::default() }.encoded(0)
        };
        let (before, after) = (make(&numbers), make(&numbers[..kept]));
        let edit = |event: &Event<'_, '_>| match event.item {
            Item::I16(Number::number, number) if usize::from(number as u16) >= kept => {
                Edit::DropElement
            }
            _ => Edit::Keep,
        };
        let in_room = |room| {
            let mut out = vec![0xa5; room];
            let len = transcode(Mode::Strict, &Numbers::MESSAGE, 0, &before, &mut out, edit)?;
            out.truncate(len);
            Ok::<_, Error>(out)
        };
        let rooms = (0..after.len()).step_by(1 + after.len() / 30);
        for room in rooms.chain(after.len().saturating_sub(4)..after.len() + 4) {
            let out = in_room(room).unwrap_or_else(|error| {
                let need = error.needed().unwrap();
                assert!(need > room && need >= after.len() && need <= after.len() + 8, "{need}");
                in_room(need).unwrap()
            });
            assert_eq!(out, after, "{kept} of {count} with room for {room}");
        }
    }
}

/// The parts of a name are kept up to the last, which decides.
#[test]
fn a_value_in_parts_is_replaced_or_dropped_once_all_of_it_was_seen() {
    let make = |names: &[&str]| {
        let topics: Vec<_> = names
            .iter()
            .map(|name| MetadataResponseTopic { name: Some(name), ..Default::default() })
            .collect();
        MetadataResponse { topics: topics[..].into(), ..Default::default() }.encoded(12)
    };
    let before = make(&["__consumer_offsets", "orders", "internal.a", "_s", "internal.b"]);
    let after = make(&["external.a", "orders", "_s"]);
    for piece in 1..=before.len() {
        let mut name = String::new();
        let edit = |event: &Event<'_, '_>| {
            let Some(chunk) = event.get(MetadataResponseTopic::name) else { return Edit::Keep };
            if chunk.is_first {
                name.clear();
            }
            name.push_str(std::str::from_utf8(chunk.bytes).unwrap());
            match name.as_str() {
                _ if !chunk.is_last() => Edit::Keep,
                "__consumer_offsets" => Edit::Replace(Value::Str("external.a")),
                name if name.starts_with("internal.") => Edit::DropElement,
                _ => Edit::Keep,
            }
        };
        let mut out = vec![0xa5; 1000];
        let (message, len) = (&MetadataResponse::MESSAGE, before.len() as u32);
        let mut transcoder = Transcoder::new(Mode::Strict, message, 12, len, &mut out).unwrap();
        let mut edit = edit;
        for piece in before.chunks(piece) {
            transcoder.push(piece, &mut edit).unwrap();
        }
        let len = transcoder.finish().unwrap();
        assert_eq!(out[..len], after, "pieces of {piece}");
    }
}

#[test]
fn an_end_is_kept_or_drops_its_element() {
    let names = ["a", "bb", "c"];
    let make = |names: &[&str], version| {
        let topics: Vec<_> = names
            .iter()
            .map(|name| MetadataResponseTopic { name: Some(name), ..Default::default() })
            .collect();
        MetadataResponse { topics: topics[..].into(), ..Default::default() }.encoded(version)
    };
    for version in MetadataResponse::MESSAGE.versions.iter() {
        for piece in [1, 5, 1000] {
            // Dropped once all of it was seen.
            let mut ends = 0;
            let mut out = vec![0xa5; 1000];
            let (message, bytes) = (&MetadataResponse::MESSAGE, make(&names, version));
            let run = |out: &mut [u8], edit: &mut dyn FnMut(&Event<'_, '_>) -> Edit<'static>| {
                let len = bytes.len() as u32;
                let mut transcoder =
                    Transcoder::new(Mode::Strict, message, version, len, out).unwrap();
                for piece in bytes.chunks(piece) {
                    if let Err(error) = transcoder.push(piece, &mut *edit) {
                        assert_eq!(transcoder.push(b"", &mut *edit), Err(error));
                        assert_eq!(transcoder.finish(), Err(error));
                        return Err(error);
                    }
                }
                transcoder.finish()
            };
            let topics = MetadataResponse::topics.id();
            let len = run(&mut out, &mut |event| match event.item {
                Item::StructEnd(of) if of.id() == topics => {
                    ends += 1;
                    if ends == 2 { Edit::DropElement } else { Edit::Keep }
                }
                _ => Edit::Keep,
            });
            assert_eq!(out[..len.unwrap()], make(&["a", "c"], version), "v{version}");
            for wrong in [Edit::Drop, Edit::Null, Edit::Replace(Value::Str("x"))] {
                for is_array in [false, true] {
                    let error = run(&mut out, &mut |event| match event.item {
                        Item::StructEnd(of) if of.id() == topics && !is_array => wrong,
                        Item::ArrayEnd(of) if of == topics && is_array => wrong,
                        _ => Edit::Keep,
                    });
                    let error = error.unwrap_err();
                    assert_eq!((error.kind, error.field), (ErrorKind::Structure, topics));
                }
            }
        }
    }
}

trait Encoded {
    fn encoded(&self, version: i16) -> Vec<u8>;
}

impl<'a, B: Body<'a>> Encoded for B {
    fn encoded(&self, version: i16) -> Vec<u8> {
        let mut bytes = vec![0xa5; self.encoded_len(version).unwrap()];
        self.encode(version, &mut bytes).unwrap();
        bytes
    }
}
