//! Batches of real clients and brokers in tree and layout.

use super::tree::{assert_tiles, row};
use super::unhex;
use kafka_codec::inspect::{Layout, Part, Tree};
use kafka_codec::record::{Batch, Batches, RecordBatch};
use std::fmt;

fn runs() -> Vec<Vec<u8>> {
    let run = |line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        unhex(line["hex"].as_str().expect("hex"))
    };
    include_str!("../data/batches.jsonl").lines().map(run).collect()
}

fn count(bytes: &[u8]) -> usize {
    Batches::new(bytes).map(|batch| batch.expect("a batch")).filter(is_batch).count()
}

fn is_batch(batch: &Batch<'_>) -> bool {
    matches!(batch, Batch::Records(_))
}

#[test]
fn rows_take_every_byte() {
    for run in runs() {
        let tree = Tree::of_batches(&run).to_string();
        assert_tiles(&tree, run.len());
        let entries = Batches::new(&run).count();
        assert_eq!(tree.matches(" (right) ").count(), entries, "{tree}");
        assert_eq!(tree.matches("RecordBatch[").count(), count(&run), "{tree}");
        assert!(!tree.contains("rest"), "{tree}");
        for cut in (0..run.len().min(700)).step_by(13) {
            let tree = Tree::of_batches(&run[..cut]).to_string();
            assert_tiles(&tree, cut);
            let whole = Batches::new(&run[..cut]);
            let whole = whole.filter(|batch| !matches!(batch, Ok(Batch::Incomplete(_)))).count();
            let at_a_batch = Batches::new(&run[..cut]).count() == whole;
            assert_eq!(tree.contains("The beginning of a batch: "), !at_a_batch, "{tree}");
        }
    }
}

#[test]
fn parts_take_every_byte() {
    for run in runs() {
        let (mut header, mut records, mut at) = (0, 0, 0);
        Layout::of_batches(&run).for_each(|range, part| {
            assert_eq!(range.start, at);
            at = range.end;
            match part {
                Part::RecordBatch => header += range.len(),
                Part::Record => records += range.len(),
                other => panic!("{other:?}"),
            }
        });
        assert_eq!((header, header + records), (61 * count(&run), run.len()));
    }
    let layout = Layout::of_part(Part::Record, &[1, 2]).to_string();
    assert!(layout.starts_with("R Record\n") && layout.ends_with("RR\n"), "{layout}");
    let layout = Layout::of_batches(&[0; 20]).to_string();
    assert!(layout.ends_with("????\n"), "{layout}");
}

#[test]
fn what_is_damaged_is_said() {
    let mut run = runs().into_iter().find(|run| count(run) > 0).expect("a batch");
    let crc = RecordBatch::decode_prefix(&run).expect("a batch").0.crc();
    run[50] ^= 1;
    let now = RecordBatch::decode_prefix(&run).expect("a batch").0.computed_crc();
    let tree = Tree::of_batches(&run).to_string();
    let said = format!("= 0x{crc:08x} (wrong: it is 0x{now:08x})");
    assert!(row(&tree, "Crc").contains(&said), "{tree}");
    run[16] = 9;
    let tree = Tree::of_batches(&run).to_string();
    assert!(tree.contains("No batch: "), "{tree}");
    assert_tiles(&tree, run.len());
}

#[cfg(all(feature = "gzip", feature = "snappy", feature = "lz4", feature = "zstd"))]
#[test]
fn what_batches_are_compressed_from_is_shown() {
    fn unpack(
        batch: &Batch<'_>,
        then: &mut dyn FnMut(kafka_codec::Result<&[u8]>) -> fmt::Result,
    ) -> fmt::Result {
        let mut buffer = vec![0xa5; 1 << 16];
        let len = batch.decompress(&mut buffer);
        then(len.map(|len| &buffer[..len]))
    }
    fn refuse(
        batch: &Batch<'_>,
        then: &mut dyn FnMut(kafka_codec::Result<&[u8]>) -> fmt::Result,
    ) -> fmt::Result {
        then(batch.decompress(&mut []).map(|_| &[][..]))
    }
    for run in runs() {
        let tree = Tree::of_batches(&run).unpacked(unpack).to_string();
        let (mut records, mut messages, mut compressed) = (0, 0, 0);
        let mut buffer = vec![0xa5; 1 << 16];
        for batch in Batches::new(&run) {
            match batch.expect("a batch") {
                Batch::Records(batch) => {
                    records += batch.record_count() as usize;
                    compressed += usize::from(batch.attributes().compression().id() != 0);
                }
                Batch::Legacy(message) => {
                    let is_compressed = message.compression().id() != 0;
                    compressed += usize::from(is_compressed);
                    let inner = message.messages_with(&mut buffer).expect("messages").count();
                    messages += 1 + if is_compressed { inner } else { 0 };
                }
                _ => unreachable!(),
            }
        }
        let rows = |name: &str| tree.lines().filter(|line| line.contains(name)).count();
        assert_eq!((rows("+-- Record["), rows("+-- Message[")), (records, messages), "{tree}");
        assert_eq!(tree.contains('{'), compressed > 0, "{tree}");
        assert!(!tree.contains("rest"), "{tree}");
        let tree = Tree::of_batches(&run).unpacked(refuse).to_string();
        assert_eq!(tree.matches("Not decompressed: ").count(), compressed, "{tree}");
    }
}

#[test]
fn control_records_are_named() {
    let line = include_str!("../data/batches.jsonl").lines().find(|line| line.contains("/ctl"));
    let line: serde_json::Value = serde_json::from_str(line.expect("one")).expect("JSON");
    let tree = Tree::of_batches(&unhex(line["hex"].as_str().expect("hex"))).to_string();
    let names = ["transaction aborted", "transaction committed", "leader change"];
    assert!(names.iter().any(|name| row(&tree, "Record[0]").contains(name)), "{tree}");
}
