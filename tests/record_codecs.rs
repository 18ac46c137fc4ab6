//! Codecs: what they write they read, others' bytes too, and bombs stop at the buffer's end.
#![cfg(all(feature = "gzip", feature = "snappy", feature = "lz4", feature = "zstd"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use kafka_codec::error::{BatchFault, ErrorKind};
use kafka_codec::record::*;
use proptest::prelude::*;

/// Both directions of a codec.
trait Codec: Compress + Decompress {}

impl<T: Compress + Decompress> Codec for T {}

const CODECS: [&dyn Codec; 7] = [
    &Gzip,
    &Snappy::FRAMED,
    &Snappy::BARE,
    &Lz4::STANDARD,
    &Lz4::MAGIC_0,
    &Zstd,
    &Compression::Gzip,
];

fn survives(codec: &dyn Codec, data: &[u8]) -> usize {
    let mut packed = vec![0xa5; 2 * data.len() + 200];
    let size = codec.compress(data, &mut packed).unwrap();
    assert!(packed[size..].iter().rev().take(50).all(|byte| *byte == 0xa5));
    packed.truncate(size);
    let mut out = vec![0xa5; data.len()];
    assert_eq!(codec.decompress(&packed, &mut out), Ok(data.len()), "{:?}", codec.compression());
    assert_eq!(out, data);
    if !data.is_empty() {
        let error = codec.decompress(&packed, &mut out[1..]).unwrap_err();
        assert!(error.needed().is_some_and(|need| need >= data.len()), "{error:?}");
        assert!(codec.decompress(&packed, &mut []).unwrap_err().needed().is_some());
    }
    // A buffer that is too small says what is enough.
    for room in [0, 1, 10, size.saturating_sub(1)] {
        let mut small = vec![0; room.min(size.saturating_sub(1))];
        let error = codec.compress(data, &mut small).unwrap_err();
        let mut enough = vec![0; error.needed().unwrap()];
        assert!(codec.compress(data, &mut enough).is_ok(), "{:?} {room}", codec.compression());
    }
    size
}

fn noise(len: usize) -> Vec<u8> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((*state >> 24) as u8)
    };
    std::iter::successors(Some(1), |state: &u32| Some(*state))
        .scan(7, |state, _| step(state))
        .take(len)
        .collect()
}

#[test]
fn all_sizes_survive() {
    for codec in CODECS {
        for len in [0, 1, 2, 3, 4, 12, 13, 60, 61, 100, 257, 32_768, 32_769, 65_535, 65_537] {
            let data = noise(len);
            let size = survives(codec, &data);
            assert!(size <= len + len / 200 + 50, "{:?} {len} {size}", codec.compression());
            let text: Vec<u8> =
                b"{\"sensor\": 17, \"value\": 20.5}, ".iter().copied().cycle().take(len).collect();
            let size = survives(codec, &text);
            assert!(len < 1_000 || size < len / 10, "{:?} {len} {size}", codec.compression());
        }
        // Far repetitions, near ones, and noise between.
        let mut data = noise(40_000);
        data.extend_from_within(100..20_000);
        data.extend_from_within(..39_000);
        data.extend([7; 1_000]);
        survives(codec, &data);
    }
}

#[test]
fn a_bomb_stops_at_the_end_of_the_buffer() {
    let zeros = vec![0; 1 << 20];
    let mut packed = vec![0; 1 << 20];
    for codec in CODECS {
        let size = codec.compress(&zeros, &mut packed).unwrap();
        let mut out = vec![0xa5; 2_000];
        let error = codec.decompress(&packed[..size], &mut out[..1_000]).unwrap_err();
        assert!(error.needed().unwrap() > 1_000);
        assert!(out[1_000..].iter().all(|byte| *byte == 0xa5));
    }
}

#[test]
fn what_is_damaged_is_told_or_is_of_another_size() {
    let data = b"one two three one two three one two three four five six".repeat(3);
    for codec in CODECS {
        let mut packed = vec![0; 1_000];
        let size = codec.compress(&data, &mut packed).unwrap();
        let packed = &packed[..size];
        let mut out = vec![0; 1_000];
        for cut in 0..size {
            match codec.decompress(&packed[..cut], &mut out) {
                // xerial's frame may end behind its header.
                Ok(read) => assert!(
                    read == 0 && codec.compression() == Compression::Snappy && cut == 16,
                    "{cut}"
                ),
                Err(error) => {
                    let malformed = error.kind == ErrorKind::Batch(BatchFault::Compressed);
                    // Without all of its magic bytes, a frame looks like a bare block.
                    let bare = codec.compression() == Compression::Snappy && cut < 8;
                    assert!(malformed && error.offset as usize <= cut || bare, "{cut} {error}");
                }
            }
        }
        for at in 0..size {
            for bit in 0..8 {
                let mut flipped = packed.to_vec();
                flipped[at] ^= 1 << bit;
                if let Err(error) = codec.decompress(&flipped, &mut out) {
                    let malformed = error.kind == ErrorKind::Batch(BatchFault::Compressed);
                    assert!(malformed || error.needed().is_some());
                }
            }
        }
        if codec.compression() != Compression::Snappy {
            let trailing = [packed, &[1]].concat();
            assert!(codec.decompress(&trailing, &mut out).is_err());
        }
    }
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn frames_of_others_are_read() {
    let text = b"Kafka Kafka Kafka Kafka Kafka";
    let mut out = [0; 100];
    // Python's gzip, with a name; the CRC of the header by hand.
    let named = unhex("1f8b08080100000002ff6e616d6500f34e4ccb4e54f0c64e02004d984b751d000000");
    assert_eq!(Gzip.decompress(&named, &mut out), Ok(29));
    assert_eq!(&out[..29], text);
    let twice = [&named[..], &named].concat();
    assert_eq!(Gzip.decompress(&twice, &mut out), Ok(58));
    assert_eq!(out[..58], [&text[..], text].concat());
    assert_eq!(Gzip.decompress(&twice, &mut out[..57]).unwrap_err().needed(), Some(58));
    for (flags, fields) in
        [(0, &[][..]), (4, &[2, 0, 9, 9]), (0x14, b"\x01\0\x09comment\0"), (1, &[])]
    {
        let header = [&[0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3], fields].concat();
        let frame = [&header, &named[15..]].concat();
        assert_eq!(Gzip.decompress(&frame, &mut out), Ok(29), "{flags}");
    }
    let reserved = [&[0x1f, 0x8b, 8, 0x20, 0, 0, 0, 0, 0, 3], &named[15..]].concat();
    assert!(Gzip.decompress(&reserved, &mut out).is_err());
    let mut wrong = named.clone();
    *wrong.last_mut().unwrap() = 1;
    assert!(Gzip.decompress(&wrong, &mut out).is_err());

    // Of the lz4 tool: a content size and all checksums; none of them.
    for hex in [
        "04224d187c401d000000000000008e0f0000006e4b61666b61200600504b61666b61910cd3c800000000cc12306e",
        "04224d186040820f0000006e4b61666b61200600504b61666b6100000000",
    ] {
        let frame = unhex(hex);
        assert_eq!(Lz4::STANDARD.decompress(&frame, &mut out), Ok(29));
        assert_eq!(&out[..29], text);
        // The checksum of the header that magic 0 has is not right elsewhere.
        assert_eq!(Lz4::MAGIC_0.decompress(&frame, &mut out), Ok(29));
    }
    let mut old = [0; 100];
    let size = Lz4::MAGIC_0.compress(text, &mut old).unwrap();
    assert!(Lz4::STANDARD.decompress(&old[..size], &mut out).is_err());
    assert_eq!(Lz4::MAGIC_0.decompress(&old[..size], &mut out), Ok(29));
    // Two blocks, of which the second refers to the first.
    let linked = unhex(LINKED);
    let mut long = vec![0; 70_000];
    assert_eq!(Lz4::STANDARD.decompress(&linked, &mut long), Ok(70_000));
    assert_eq!(long, b"Kafka".repeat(14_000));
    assert!(Lz4::STANDARD.decompress(&linked, &mut long[1..]).unwrap_err().needed().is_some());

    // Snappy, from the description of its format: literals with lengths of 1 and 2 bytes, copies
    // with offsets of 1, 2 and 4 bytes, one of which overlaps itself.
    let block = [
        &[29, 0xf0, 5][..],
        b"Kafka ",
        &[(5 << 2) | 2, 6, 0, 0x09, 12],
        &[(4 << 2) | 3, 6, 0, 0, 0, 0xf4, 0, 0],
        b" ",
        &[0x05, 6],
    ]
    .concat();
    assert_eq!(Snappy::BARE.decompress(&block, &mut out), Ok(29));
    assert_eq!(&out[..29], text);
    assert_eq!(Snappy::BARE.decompress(&[5, 0, b'a', 0x01, 1], &mut out), Ok(5));
    assert_eq!(&out[..5], b"aaaaa");
    for bad in [
        &[5, 0, b'a', 0x01, 2][..],
        &[5, 0, b'a', 0x01, 0],
        &[4, 0, b'a', 0x01, 1],
        &[6, 0, b'a', 0x01, 1],
        &[0xff, 0xff, 0xff, 0xff, 0x1f],
        &[5, 0xfc, 0xff, 0xff, 0xff, 0xff, b'a'],
        b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01\xff\xff\xff\xff",
    ] {
        let error = Snappy::BARE.decompress(bad, &mut out).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Batch(BatchFault::Compressed), "{bad:?}");
    }
    let huge = Snappy::BARE.decompress(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0], &mut out);
    assert_eq!(huge.unwrap_err().needed(), Some(u32::MAX as usize));
}

const LINKED: &str = "\
    04224d185c407011010000000000e30f0100005f4b61666b610500ffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\
    ffffffffffffffffffffffffffe35061666b614ba695f13b1b0000000fffffffffffffffffffffffffffffffff\
    ffffff69504b61666b6108661ca700000000ca011480\
";

#[test]
fn messages_in_wrappers() {
    let value = b"value ".repeat(20);
    let record = |index: i64| Record {
        timestamp: 1_000 - index,
        key: Some(b"key"),
        value: Some(&value),
        ..Record::default()
    };
    for magic in [0, 1] {
        let mut set = vec![0xa5; 1_000];
        let base_offset = if magic == 0 { 100 } else { 0 };
        let options = LegacyOptions { magic, base_offset, ..LegacyOptions::default() };
        let mut builder = LegacyBuilder::new(&mut set, options).unwrap();
        for index in 0..5 {
            builder.append(&record(index)).unwrap();
        }
        let size = builder.finish();
        let set = &set[..size];
        let mut out = vec![0xa5; 1_000];
        let wrap: [&dyn Fn(&mut [u8]) -> kafka_codec::Result<usize>; 6] = [
            &|out| LegacyMessage::compress_messages(set, 104, &Gzip, out),
            &|out| LegacyMessage::compress_messages(set, 104, &Snappy::FRAMED, out),
            &|out| LegacyMessage::compress_messages(set, 104, &Snappy::BARE, out),
            &|out| LegacyMessage::compress_messages(set, 104, &Lz4::MAGIC_0, out),
            &|out| LegacyMessage::compress_messages(set, 104, &Lz4::STANDARD, out),
            &|out| LegacyMessage::compress_messages(set, 104, &Zstd, out),
        ];
        let mut buffer = [0; 1_000];
        for (index, wrap) in wrap.into_iter().enumerate() {
            let size = wrap(&mut out).unwrap();
            let Some(Ok(Batch::Legacy(wrapper))) = Batches::new(&out[..size]).next() else {
                panic!()
            };
            wrapper.verify_crc().unwrap();
            let highest = if magic == 0 { -1 } else { 1_000 };
            assert_eq!((wrapper.offset, wrapper.timestamp), (104, highest));
            assert!(wrapper.messages().is_err());
            let read = wrapper.messages_with(&mut buffer);
            if magic == 1 && index == 3 {
                assert!(read.is_err());
                continue;
            }
            let mut count = 0;
            for message in read.unwrap() {
                let message = message.unwrap();
                message.verify_crc().unwrap();
                let timestamp = if magic == 0 { -1 } else { 1_000 - count };
                let expected = Record { offset: 100 + count, timestamp, ..record(count) };
                assert_eq!(message.record(), expected);
                count += 1;
            }
            assert_eq!(count, 5);
            assert!(wrap(&mut out[..size - 1]).unwrap_err().needed().is_some());
            // No wrapper in a wrapper.
            assert!(
                LegacyMessage::compress_messages(&out[..size], 104, &Gzip, &mut buffer).is_err()
            );
        }
        let mut small = [0; 50];
        let size = LegacyMessage::compress_messages(set, 104, &Gzip, &mut out).unwrap();
        let (wrapper, _) = LegacyMessage::decode_prefix(&out[..size]).unwrap();
        assert!(wrapper.messages_with(&mut small).unwrap_err().needed().is_some());
    }
    assert!(LegacyMessage::compress_messages(&[], 0, &Gzip, &mut [0; 100]).is_err());
}

#[test]
fn broker_time_of_a_wrapper_holds_for_its_messages() {
    let (mut set, mut out, mut buffer) = ([0; 200], [0; 200], [0; 200]);
    let timestamp_type = TimestampType::LogAppendTime;
    let options = LegacyOptions { magic: 1, timestamp_type, ..LegacyOptions::default() };
    let mut builder = LegacyBuilder::new(&mut set, options).unwrap();
    for timestamp in [5, 9, 7] {
        builder.append(&Record { timestamp, ..Record::default() }).unwrap();
    }
    let size = builder.finish();
    let size = LegacyMessage::compress_messages(&set[..size], 12, &Gzip, &mut out).unwrap();
    let (wrapper, _) = LegacyMessage::decode_prefix(&out[..size]).unwrap();
    let messages = wrapper.messages_with(&mut buffer).unwrap();
    let read: Vec<_> = messages.map(|m| m.map(|m| (m.offset, m.timestamp)).unwrap()).collect();
    assert_eq!(read, [(10, 9), (11, 9), (12, 9)]);
}

#[test]
fn compressed_batches_say_how_much_room_they_need() {
    let mut plain = [0xa5; 1_000];
    let mut builder = BatchBuilder::new(&mut plain, BatchOptions::default()).unwrap();
    for _ in 0..20 {
        let value = Some(&b"the same again"[..]);
        builder.append(&Record { value, ..Record::default() }).unwrap();
    }
    let size = builder.finish();
    let batch = RecordBatch::decode(&plain[..size]).unwrap();
    for room in [0, 60, 61, 70] {
        let error = batch.compress_into(&Lz4::STANDARD, &mut vec![0; room]).unwrap_err();
        let mut out = vec![0; error.needed().unwrap()];
        let size = batch.compress_into(&Lz4::STANDARD, &mut out).unwrap();
        let packed = RecordBatch::decode(&out[..size]).unwrap();
        assert_eq!(packed.compression(), Compression::Lz4);
        assert!(packed.compress_into(&Gzip, &mut [0; 1_000]).is_err());
        assert!(packed.records().is_err());
        let error = packed.decompress_into(&mut vec![0; room]).unwrap_err();
        assert!(error.needed().is_some_and(|need| need > room), "{error}");
        let mut buffer = [0; 1_000];
        let records = packed.records_with(&mut buffer).unwrap();
        assert_eq!(records.map(Result::unwrap).count(), 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_it_is_survives(
        data in proptest::collection::vec(prop_oneof![3 => 0u8..4, 1 => any::<u8>()], 0..3_000),
        codec in 0..CODECS.len(),
    ) {
        survives(CODECS[codec], &data);
    }

    #[test]
    fn whatever_comes_nothing_panics(
        data in proptest::collection::vec(any::<u8>(), 0..300),
        front in 0..4,
    ) {
        let front = match front {
            0 => &b"\x1f\x8b\x08\0\0\0\0\0\0\xff"[..],
            1 => b"\x04\x22\x4d\x18\x60\x40\x82",
            2 => b"\x82SNAPPY\0\0\0\0\x01\0\0\0\x01",
            _ => b"\x28\xb5\x2f\xfd",
        };
        let both = [front, &data].concat();
        let mut out = [0; 2_000];
        for codec in CODECS {
            for input in [&data, &both] {
                if let Ok(size) = codec.decompress(input, &mut out) {
                    assert!(size <= out.len());
                }
            }
        }
    }
}
