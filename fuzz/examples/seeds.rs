//! Writes inputs for the fuzz targets to begin with into `fuzz/corpus`: the default of every
//! message in every version, and the messages in `tests/data` whose lines are name, version, hex.

use kafka_codec::api::MESSAGES;
use kafka_codec::api::api_versions::response::ApiVersionsResponse;
use kafka_codec::api::heartbeat::response::HeartbeatResponse;
use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
use kafka_codec::api::sasl_authenticate::response::SaslAuthenticateResponse;
use kafka_codec::api::sasl_handshake::response::SaslHandshakeResponse;
use kafka_codec::frame::{Encode, ResponseHeader};
use kafka_codec::record::{Batch, Batches, Compression};
use kafka_codec::typed::Body;
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = defaults();
    for entry in fs::read_dir(root.join("../tests/data"))? {
        // What is not such a line is no seed, and a file that is not text has none.
        let Ok(text) = fs::read_to_string(entry?.path()) else { continue };
        seeds.extend(text.lines().filter_map(seed));
    }
    for (target, middle) in [
        ("typed", &[][..]),
        ("strict_lenient", &[]),
        ("events", &[0, 1, 3, 0]),
        // Pieces of 5 bytes, of a few events each is edited in another way, a buffer of 64 bytes.
        ("transcode", &[0, 1, 5, 9, 0, 0, 0, 27, 8, 0, 12, 10, 11, 0, 64]),
    ] {
        let dir = root.join("corpus").join(target);
        fs::create_dir_all(&dir)?;
        for (number, (message, version, bytes)) in seeds.iter().enumerate() {
            let input = [&[*message, *version], middle, bytes].concat();
            fs::write(dir.join(format!("seed-{number}")), input)?;
        }
    }
    let dir = root.join("corpus/session");
    fs::create_dir_all(&dir)?;
    for (number, input) in sessions().iter().enumerate() {
        fs::write(dir.join(format!("seed-{number}")), input)?;
    }
    println!("{} seeds for each target of messages", seeds.len());
    batches(root)
}

/// What a peer may send in each task of the target `session`.
fn sessions() -> Vec<Vec<u8>> {
    fn frame<B: Body<'static>>(id: u8, version: i16, body: &B) -> Vec<u8> {
        let mut buffer = [0; 256];
        let header = ResponseHeader { correlation_id: id.into(), ..Default::default() };
        let frame = body.encode_response_frame(version, &header, &mut buffer);
        frame.map(<[u8]>::to_vec).unwrap_or_default()
    }
    let beat = |id, version| frame(id, version, &HeartbeatResponse::default());
    let old = ApiVersionsResponse { error_code: 35, ..Default::default() };
    let apis = ApiVersionsResponse::default();
    let broker = [MetadataResponseBroker { host: "host", ..Default::default() }];
    let metadata = MetadataResponse {
        throttle_time_ms: 5,
        brokers: (*Box::leak(Box::new(broker))).as_slice().into(),
        ..Default::default()
    };
    vec![
        [vec![0, 3, 2, 1, 7], beat(0, 3), beat(1, 4), beat(2, 3)].concat(),
        [vec![1, 0, 1, 3], frame(0, 0, &old), frame(1, 0, &apis)].concat(),
        [vec![1, 0, 0], frame(0, 5, &apis)].concat(),
        [
            vec![2, 0, 1, 2],
            frame(0, 1, &SaslHandshakeResponse::default()),
            frame(1, 2, &SaslAuthenticateResponse::default()),
        ]
        .concat(),
        [vec![3, 0, 1, 4], frame(0, 12, &metadata)].concat(),
    ]
}

/// Batches of real clients and brokers: whole, and what compressed ones hold.
fn batches(root: &Path) -> io::Result<()> {
    let text = fs::read_to_string(root.join("../tests/data/batches.jsonl"))?;
    let mut seeds = Vec::new();
    for run in text.lines().filter_map(|line| unhex(line.split("\"hex\": \"").nth(1)?)) {
        for batch in Batches::new(&run) {
            match batch {
                Ok(Batch::Records(batch)) => {
                    seeds.push(("record_v2", [&[0, 2, 1, 9], batch.bytes()].concat()));
                    let codec = match batch.compression() {
                        Compression::Gzip => 0,
                        Compression::Snappy => 1,
                        Compression::Lz4 => 3,
                        Compression::Zstd => 5,
                        _ => continue,
                    };
                    seeds.push(("record_compressed", [&[codec], batch.body()].concat()));
                }
                Ok(Batch::Legacy(message)) => {
                    seeds.push(("record_legacy", [&[1], message.bytes()].concat()));
                }
                _ => {}
            }
        }
    }
    for (number, (target, input)) in seeds.iter().enumerate() {
        let dir = root.join("corpus").join(target);
        fs::create_dir_all(&dir)?;
        fs::write(dir.join(format!("seed-{number}")), input)?;
    }
    println!("{} seeds for the targets of records", seeds.len());
    Ok(())
}

/// The bytes up to the first that is no hex digit.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let hex = text.split('"').next()?;
    let digits = |at| hex.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    (0..hex.len()).step_by(2).map(digits).collect()
}

/// The index of a message, that of a version, and a body.
type Seed = (u8, u8, Vec<u8>);

macro_rules! table { ($($key:literal, $role:ident, $body:path;)*) => {
    static DEFAULTS: &[fn(i16) -> Option<Vec<u8>>] = &[$(default::<$body>),*];
} }
kafka_codec::for_each_message!(table);

fn default<B: Body<'static>>(version: i16) -> Option<Vec<u8>> {
    let mut buffer = vec![0; B::default().encoded_len(version).ok()?];
    B::default().encode(version, &mut buffer).ok()?;
    Some(buffer)
}

fn defaults() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (index, (message, default)) in MESSAGES.iter().zip(DEFAULTS).enumerate() {
        for (number, version) in message.versions.iter().enumerate() {
            seeds.extend(default(version).map(|bytes| (index as u8, number as u8, bytes)));
        }
    }
    seeds
}

fn seed(line: &str) -> Option<Seed> {
    let mut words = line.split(' ');
    let (name, version, hex) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    let index = MESSAGES.iter().position(|message| message.name() == name)?;
    let number = MESSAGES[index].versions.iter().position(|other| other == version)?;
    Some((index as u8, number as u8, unhex(hex)?))
}
