//! Capture of hostile bytes: it ends, within its bounds, and the same way whole and in pieces.
//!
//! What is captured strictly without loss encodes again to the bytes that it came from.
#![no_main]

use kafka_codec::api::fetch::response::*;
use kafka_codec::capture::heapless::{String, Vec};
use kafka_codec::capture::{Captured, CapturedTags, First, Prefix};
use kafka_codec::typed::Uuid;
use kafka_codec::wire::Mode;
use kafka_codec::{Error, ErrorKind};
use libfuzzer_sys::fuzz_target;

kafka_codec::capture! {
    #[derive(Clone, Debug, PartialEq)]
    struct Kept: FetchResponse {
        throttle_time_ms: i32,
        error_code: i16,
        session_id: i32,
        responses: Vec<Topic, 3>,
        node_endpoints: Vec<Endpoint, 2>,
        unknown_tags: CapturedTags<3, 32>,
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Topic: FetchableTopicResponse {
        topic: String<16>,
        topic_id: Uuid,
        partitions: First<Partition, 2>,
        unknown_tags: CapturedTags<1, 8>,
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Partition: PartitionData {
        partition_index: i32,
        high_watermark: i64,
        current_leader: Leader,
        aborted_transactions: Option<Vec<Aborted, 2, u8>>,
        records: Option<First<u8, 16>>,
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Leader: LeaderIdAndEpoch {
        leader_id: i32,
        leader_epoch: i32,
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Aborted: AbortedTransaction {
        producer_id: i64,
        first_offset: i64,
    }
    #[derive(Clone, Debug, PartialEq)]
    struct Endpoint: NodeEndpoint {
        node_id: i32,
        host: Prefix<5>,
        rack: Option<Vec<u8, 5>>,
    }
}

fn in_pieces(mode: Mode, version: i16, body: &[u8], seed: usize) -> Result<Kept, Error> {
    let mut capturing = Kept::capture_as(mode, version, body.len() as u32)?;
    let (mut rest, mut size) = (body, seed);
    loop {
        size = (size * 31 + 7) % 23;
        let (piece, tail) = rest.split_at(size.min(rest.len()));
        if let Err(error) = capturing.push(piece) {
            assert_eq!(capturing.push(&[]), Err(error));
            return Err(error);
        }
        if tail.is_empty() {
            return capturing.finish();
        }
        rest = tail;
    }
}

fuzz_target!(|data: &[u8]| {
    let [version, seed, body @ ..] = data else { return };
    let (version, seed) = (4 + i16::from(version % 15), usize::from(*seed));
    for mode in [Mode::Strict, Mode::Lenient] {
        let whole = Kept::from_slice_as(mode, version, body);
        match (in_pieces(mode, version, body, seed), &whole) {
            // A string that is too long and not UTF-8: its end may come later than its length.
            (Err(Error { kind: ErrorKind::CaptureOverflow { .. }, .. }), Err(error))
                if error.kind == ErrorKind::InvalidUtf8 => {}
            (pieces, whole) => assert_eq!(&pieces, whole),
        }
        let Ok(kept) = whole else { continue };
        // Where tags were read out of order, or text not as such, there is nothing to encode.
        let mut again = vec![0xa5; body.len() + 64];
        match kept.encode(version, &mut again) {
            Ok(len) if mode == Mode::Strict => {
                assert!(len <= body.len());
                let lossless = Kept::from_slice(version, &again[..len]).expect("what was encoded");
                assert_eq!(lossless.throttle_time_ms, kept.throttle_time_ms);
                assert_eq!(lossless.unknown_tags, kept.unknown_tags);
            }
            Err(error) if mode == Mode::Strict => panic!("captured, but not encoded: {error}"),
            _ => {}
        }
    }
});
