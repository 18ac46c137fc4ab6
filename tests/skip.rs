//! `Decoder::skip` ends at the same place however the input is cut.

use kafka_codec::api::metadata::response::*;
use kafka_codec::decoder::Decoder;
use kafka_codec::event::{Event, Item};
use kafka_codec::typed::Body;

fn body(version: i16) -> Vec<u8> {
    let nodes = [1, 2, 3];
    let partitions = [7, 8].map(|partition_index| MetadataResponsePartition {
        partition_index,
        replica_nodes: (&nodes).into(),
        isr_nodes: (&nodes[..2]).into(),
        ..Default::default()
    });
    let topics = ["a", "bc", ""].map(|name| MetadataResponseTopic {
        name: Some(name),
        partitions: (&partitions).into(),
        ..Default::default()
    });
    let brokers =
        [MetadataResponseBroker { node_id: 1, host: "kafka-1", port: 9092, ..Default::default() }];
    let response = MetadataResponse {
        brokers: (&brokers).into(),
        topics: (&topics).into(),
        controller_id: 1,
        ..Default::default()
    };
    let mut body = vec![0xa5; 1000];
    let len = response.encode(version, &mut body).unwrap();
    body.truncate(len);
    body
}

/// All events, strings as one, with what `skipped` asks for passed over.
fn events(
    version: i16,
    body: &[u8],
    piece: usize,
    skipped: impl Fn(&Event<'_, '_>) -> bool,
) -> Vec<String> {
    let mut decoder = Decoder::new(&MetadataResponse::MESSAGE, version, body.len() as u32).unwrap();
    let (mut out, mut pieces, mut input) = (vec![], body.chunks(piece), &[][..]);
    loop {
        let event = decoder.next(&mut input).unwrap();
        let place = format!("{:?} {} {:?}", event.field(), event.level(), event.index());
        match event.item {
            Item::NeedInput => input = pieces.next().unwrap(),
            Item::Done => return out,
            Item::Str(_, chunk) if !chunk.is_last() => {}
            Item::Str(..) => out.push(format!("{place} string")),
            item => out.push(format!("{place} {item:?}")),
        }
        if skipped(&event) {
            decoder.skip();
        }
    }
}

#[test]
fn skipping_any_structure_or_array_ends_at_its_end() {
    for version in [0, 8, 13] {
        let body = body(version);
        let all = events(version, &body, usize::MAX, |_| false);
        // Nothing at the last level is a structure.
        for (level, arrays) in [(0, false), (0, true), (1, false), (1, true), (2, true)] {
            let skipped = |event: &Event<'_, '_>| {
                let array = matches!(event.item, Item::Array(..));
                let structure = matches!(event.item, Item::Struct(_));
                event.level() == level && if arrays { array } else { structure }
            };
            let whole = events(version, &body, usize::MAX, skipped);
            assert!(whole.len() < all.len() && !whole.is_empty());
            assert!(whole.iter().all(|event| all.contains(event)));
            for piece in 1..=body.len() {
                assert_eq!(events(version, &body, piece, skipped), whole, "pieces of {piece}");
            }
        }
    }
}
