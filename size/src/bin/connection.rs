//! Connections, logins, capture and Snappy: the public entries that `panic` leaves out, and that may
//! not panic either. Without async connections: the compiler has each `async fn` panic where it is
//! polled after its end.
#![no_std]
#![no_main]

use core::convert::Infallible;
use core::hint::black_box;
use embedded_io::{ErrorType, Read, Write};
use kafka_codec::Result;
use kafka_codec::api::api_versions::request::ApiVersionsRequest;
use kafka_codec::api::metadata::request::MetadataRequest;
use kafka_codec::api::metadata::response::{MetadataResponse, MetadataResponseBroker};
use kafka_codec::capture::Captured;
use kafka_codec::io::{Connection, Error};
use kafka_codec::record::{Batch, Batches, Snappy};
use kafka_codec::sasl::{Mechanism, Plain, Scram, Sha256};
use kafka_codec::session::{Link, Session};
use kafka_codec::typed::Body;

kafka_codec::capture! {
    /// What is kept of a cluster.
    pub struct Cluster: MetadataResponse {
        /// Its id.
        pub cluster_id: Option<heapless::String<32>>,
        /// Its brokers.
        pub brokers: heapless::Vec<Node, 4>,
    }

    /// A broker.
    pub struct Node: MetadataResponseBroker {
        /// Its id.
        pub node_id: i32,
        /// Its host.
        pub host: heapless::String<32>,
    }
}

/// A transport of which nothing is known.
struct Wire;

impl ErrorType for Wire {
    type Error = Infallible;
}

impl Read for Wire {
    fn read(&mut self, out: &mut [u8]) -> core::result::Result<usize, Infallible> {
        for byte in black_box(&mut *out) {
            *byte = black_box(0);
        }
        Ok(black_box(out.len()))
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> core::result::Result<usize, Infallible> {
        Ok(black_box(black_box(bytes).len()))
    }

    fn flush(&mut self) -> core::result::Result<(), Infallible> {
        Ok(())
    }
}

fn connection() -> core::result::Result<(), Error<Infallible>> {
    let (mut incoming, mut outgoing) = ([0; 128], [0; 128]);
    let mut link = Link::new(Session::<4>::new(65_536), Some("x"), &mut incoming, &mut outgoing);
    black_box(link.fill(&MetadataRequest::MESSAGE, size::version(), |_| Ok(())).is_ok());
    let mut connection = Connection::new(Wire, link);
    connection.negotiate()?;
    let plain: &mut dyn Mechanism = &mut Plain { username: "x", password: "y" };
    black_box(connection.login(plain)?);
    let scram: &mut dyn Mechanism = &mut Scram::<Sha256>::new("x", "y", black_box([0; 15]));
    black_box(connection.login(scram)?);
    black_box(connection.send(&black_box(MetadataRequest::default()))?);
    black_box(connection.response()?);
    black_box(connection.piece()?);
    black_box(connection.link().is_idle());
    black_box(connection.body()?);
    black_box(connection.receive::<MetadataResponse<'_>>()?);
    black_box(connection.send(&ApiVersionsRequest::default())?);
    let walked = connection.walk(&MetadataResponse::MESSAGE, |event| {
        black_box(event.item);
        Ok(())
    });
    black_box(walked?);
    let link = connection.link_mut();
    link.skip();
    Ok(link.end_of_input()?)
}

fn captured(buffer: &mut [u8]) -> Result<()> {
    let input = size::input();
    let mut capturing = Cluster::capture(size::version(), input.len() as u32)?;
    capturing.push(input)?;
    let cluster = capturing.finish()?;
    black_box(cluster.encode(size::version(), buffer)?);
    Ok(())
}

fn compressed(buffer: &mut [u8]) -> Result<()> {
    for batch in Batches::new(size::input()) {
        match batch? {
            Batch::Records(batch) => {
                black_box(batch.compress_into(&Snappy::default(), buffer)?);
                for record in batch.records_with(buffer)? {
                    black_box(record?);
                }
            }
            Batch::Legacy(message) => {
                for inner in message.messages_with(buffer)? {
                    black_box(inner?);
                }
            }
            other => {
                black_box(other);
            }
        }
    }
    Ok(())
}

/// Where the image begins.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    let mut buffer = [0; 256];
    let _ = black_box(connection());
    let _ = black_box(captured(&mut buffer));
    let _ = black_box(compressed(black_box(&mut buffer)));
}
