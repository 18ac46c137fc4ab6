//! What a proxy does to the responses that name brokers: clients are sent to the proxy itself, to a
//! port for each broker, and do not see internal topics.
//!
//! Bytes go through it as they come, in pieces of any size, with nothing kept but what is being
//! decided.

use kafka_codec::api::describe_cluster::response::DescribeClusterBroker;
use kafka_codec::api::find_coordinator::response::{Coordinator, FindCoordinatorResponse};
use kafka_codec::api::metadata::response::{
    MetadataResponse, MetadataResponseBroker, MetadataResponseTopic,
};
use kafka_codec::encoder::Value;
use kafka_codec::event::{Event, Item};
use kafka_codec::transcode::{Edit, Transcoder};
use kafka_codec::typed::Body;
use kafka_codec::wire::Mode;

/// Where the proxy listens.
pub const HOST: &str = "proxy.example";
/// Where it listens for the broker with id 0; those of the others follow.
pub const FIRST_PORT: i32 = 19_000;

/// What is known in the middle of a response.
#[derive(Default)]
pub struct Proxy {
    /// The broker whose address comes next.
    node_id: i32,
    /// How many bytes of the topic's name have come, of which the first may be those of an internal one.
    name_len: usize,
    is_internal: bool,
}

impl Proxy {
    /// What becomes of an event of a Metadata, FindCoordinator or DescribeCluster response, in any
    /// version.
    pub fn edit(&mut self, event: &Event<'_, '_>) -> Edit<'static> {
        match event.item {
            Item::I32(
                MetadataResponseBroker::node_id
                | FindCoordinatorResponse::node_id
                | Coordinator::node_id
                | DescribeClusterBroker::broker_id,
                node_id,
            ) => self.node_id = node_id,
            // Where there is no coordinator, there is no address.
            Item::Str(
                MetadataResponseBroker::host
                | FindCoordinatorResponse::host
                | Coordinator::host
                | DescribeClusterBroker::host,
                _,
            ) if self.node_id >= 0 => return Edit::Replace(Value::Str(HOST)),
            Item::I32(
                MetadataResponseBroker::port
                | FindCoordinatorResponse::port
                | Coordinator::port
                | DescribeClusterBroker::port,
                _,
            ) if self.node_id >= 0 => {
                return Edit::Replace(Value::I32(FIRST_PORT.saturating_add(self.node_id)));
            }
            // The name may come in parts, of one byte each at worst.
            Item::Str(MetadataResponseTopic::name, part) => {
                if part.is_first {
                    (self.name_len, self.is_internal) = (0, true);
                }
                for byte in part.bytes.iter().take(2_usize.saturating_sub(self.name_len)) {
                    self.is_internal &= *byte == b'_';
                    self.name_len += 1;
                }
                if self.is_internal && self.name_len == 2 {
                    return Edit::DropElement;
                }
            }
            _ => {}
        }
        Edit::Keep
    }
}

const VERSION: i16 = 12;

fn main() -> kafka_codec::Result<()> {
    let brokers = [1, 2].map(|node_id| MetadataResponseBroker {
        node_id,
        host: "10.0.0.7",
        port: 9092,
        ..Default::default()
    });
    let topics = ["orders", "__consumer_offsets"]
        .map(|name| MetadataResponseTopic { name: Some(name), ..Default::default() });
    let response = MetadataResponse {
        brokers: (&brokers).into(),
        topics: (&topics).into(),
        ..Default::default()
    };
    let mut body = vec![0; response.encoded_len(VERSION)?];
    response.encode(VERSION, &mut body)?;

    let (mut out, mut proxy) = ([0; 512], Proxy::default());
    let (message, len) = (&MetadataResponse::MESSAGE, body.len() as u32);
    let mut transcoder = Transcoder::new(Mode::Lenient, message, VERSION, len, &mut out)?;
    for piece in body.chunks(16) {
        transcoder.push(piece, |event| proxy.edit(event))?;
    }
    let len = transcoder.finish()?;
    let changed = MetadataResponse::decode(VERSION, out.get(..len).unwrap_or(&[]))?;
    println!("{} bytes become {len}: {changed:#?}", body.len());
    Ok(())
}
