//! Messages of magic 0 and 1: walking them takes all bytes, a message whose checksum is right is
//! written again to the same bytes, and wrappers are looked into.
//!
//! A byte in front says whether lengths and checksum of the first message are set right.
#![no_main]

use kafka_codec::record::{
    Batch, Batches, Compression, LegacyBuilder, LegacyMessage, LegacyOptions, TimestampType,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [mend, bytes @ ..] = input else { return };
    let mut bytes = bytes.to_vec();
    if mend % 2 == 0 {
        mended(&mut bytes);
    }
    let mut buffer = vec![0xa5; 1 << 16];
    let mut walked = 0;
    for batch in Batches::new(&bytes) {
        match batch {
            Ok(Batch::Legacy(message)) => {
                walked += message.bytes().len();
                check(&message, &mut buffer);
            }
            Ok(Batch::Records(batch)) => walked += batch.bytes().len(),
            Ok(Batch::Incomplete(incomplete)) => {
                assert!(incomplete.missing > 0);
                walked += incomplete.present;
            }
            Ok(other) => panic!("{other:?} is not known here"),
            Err(error) => {
                assert!(error.offset as usize >= walked, "{error:?}");
                return;
            }
        }
    }
    assert_eq!(walked, bytes.len());
});

fn check(message: &LegacyMessage<'_>, buffer: &mut [u8]) {
    if message.compression() != Compression::None {
        if let Ok(messages) = message.messages_with(buffer) {
            for inner in messages.map_while(Result::ok) {
                assert_eq!(inner.compression(), Compression::None);
                assert_eq!(inner.magic, message.magic);
            }
        }
        return;
    }
    let timestamp_type = message.attributes.timestamp_type();
    let attributes = match timestamp_type {
        TimestampType::LogAppendTime if message.magic > 0 => 8,
        _ => 0,
    };
    // Bits without a meaning are read, but not written.
    if message.attributes.0 != attributes {
        return;
    }
    let options = LegacyOptions { magic: message.magic, base_offset: 0, timestamp_type };
    let mut out = vec![0xa5; message.bytes().len()];
    let mut builder = LegacyBuilder::new(&mut out, options).expect("its magic is known");
    builder.append_with_offset(&message.record()).expect("it has room");
    assert_eq!(builder.finish(), message.bytes().len());
    if message.verify_crc().is_ok() {
        assert_eq!(out, message.bytes());
    } else {
        assert_eq!((&out[..12], &out[16..]), (&message.bytes()[..12], &message.bytes()[16..]));
    }
}

/// One message of all the bytes, with the key that they say and a value of the rest.
fn mended(bytes: &mut [u8]) {
    let len = bytes.len();
    let Some(magic) = bytes.get_mut(16) else { return };
    *magic %= 2;
    let key_at = if *magic == 0 { 18 } else { 26 };
    if len < key_at + 8 {
        return;
    }
    bytes[8..12].copy_from_slice(&(len as u32 - 12).to_be_bytes());
    let key = usize::from(bytes[key_at + 3]) % (len - key_at - 7);
    bytes[key_at..key_at + 4].copy_from_slice(&(key as u32).to_be_bytes());
    let value_at = key_at + 4 + key;
    let value = (len - value_at - 4) as u32;
    bytes[value_at..value_at + 4].copy_from_slice(&value.to_be_bytes());
    let right = LegacyMessage::decode_prefix(bytes).map(|(message, _)| message.computed_crc());
    if let Ok(crc) = right {
        bytes[12..16].copy_from_slice(&crc.to_be_bytes());
    }
}
