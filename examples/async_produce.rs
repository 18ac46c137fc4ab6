//! Sends records one by one from a task of embassy's executor, which firmware uses: the same code
//! runs there over `embassy-net`. Three requests are in flight at a time.
//!
//!     cargo run --example async_produce --all-features -- BROKER TOPIC [COUNT]

use embassy_executor::{Executor, Spawner};
use embedded_io_async::{ErrorType, Read, Write};
use kafka_codec::ErrorCode;
use kafka_codec::api::metadata::request::{MetadataRequest, MetadataRequestTopic};
use kafka_codec::api::metadata::response::MetadataResponse;
use kafka_codec::api::produce::request::{PartitionProduceData, ProduceRequest, TopicProduceData};
use kafka_codec::api::produce::response::ProduceResponse;
use kafka_codec::io::AsyncConnection;
use kafka_codec::record::{BatchBuilder, BatchOptions, Record};
use kafka_codec::session::{Link, Session};
use kafka_codec::typed::{Records, Uuid};
use std::error::Error;
use std::future::poll_fn;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::task::Poll;

/// A TCP stream that is asked again and again: enough for an example.
struct Stream(TcpStream);

impl Stream {
    async fn retry<T>(
        &mut self,
        mut call: impl FnMut(&mut TcpStream) -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        poll_fn(|context| match call(&mut self.0) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                context.waker().wake_by_ref();
                std::thread::yield_now();
                Poll::Pending
            }
            result => Poll::Ready(result),
        })
        .await
    }
}

impl ErrorType for Stream {
    type Error = std::io::Error;
}

impl Read for Stream {
    async fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.retry(|stream| stream.read(buffer)).await
    }
}

impl Write for Stream {
    async fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.retry(|stream| stream.write(bytes)).await
    }

    async fn flush(&mut self) -> std::io::Result<()> {
        self.retry(TcpStream::flush).await
    }
}

/// How many requests are on their way at a time.
const IN_FLIGHT: usize = 3;

type Kafka<'b> = AsyncConnection<'b, Stream, IN_FLIGHT>;

async fn produce(broker: &str, topic: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let stream = TcpStream::connect(broker)?;
    stream.set_nonblocking(true)?;
    let (mut incoming, mut outgoing) = ([0; 4_096], [0; 1_024]);
    let session = Session::new(1 << 16);
    let link = Link::new(session, Some("async_produce"), &mut incoming, &mut outgoing);
    let mut kafka: Kafka<'_> = AsyncConnection::new(Stream(stream), link);
    kafka.negotiate().await?;
    let topic_id = find_topic(&mut kafka, topic).await?;

    let (mut sent, mut done) = (0, 0);
    while done < count {
        if sent < count && kafka.link().session().in_flight() < IN_FLIGHT {
            send(&mut kafka, topic, topic_id, sent).await?;
            sent += 1;
            continue;
        }
        let response: ProduceResponse<'_> = kafka.receive().await?;
        for partition in response.responses.iter().flat_map(|topic| topic.partition_responses) {
            check(partition.error_code)?;
            println!("partition {} offset {}", partition.index, partition.base_offset);
        }
        done += 1;
    }
    Ok(())
}

async fn send(
    kafka: &mut Kafka<'_>,
    topic: &str,
    topic_id: Uuid,
    n: usize,
) -> Result<(), Box<dyn Error>> {
    let value = format!("async {n}");
    let mut batch = [0; 128];
    let mut builder = BatchBuilder::new(&mut batch, BatchOptions::default())?;
    builder.append(&Record { value: Some(value.as_bytes()), ..Default::default() })?;
    let len = builder.finish();
    let records = Some(Records(&batch[..len]));
    let partition = [PartitionProduceData { records, ..Default::default() }];
    let partition_data = (&partition).into();
    let topics = [TopicProduceData { name: topic, topic_id, partition_data, ..Default::default() }];
    let topic_data = (&topics).into();
    let request = ProduceRequest { acks: 1, timeout_ms: 5_000, topic_data, ..Default::default() };
    kafka.send(&request).await?;
    Ok(())
}

async fn find_topic(kafka: &mut Kafka<'_>, topic: &str) -> Result<Uuid, Box<dyn Error>> {
    let topics = [MetadataRequestTopic { name: Some(topic), ..Default::default() }];
    let request = MetadataRequest { topics: Some((&topics).into()), ..Default::default() };
    let response: MetadataResponse<'_> = kafka.call(&request).await?;
    let found = response.topics.get(0).ok_or("the broker says nothing of the topic")?;
    check(found.error_code)?;
    Ok(found.topic_id)
}

fn check(error_code: i16) -> Result<(), String> {
    match ErrorCode::from_code(error_code) {
        ErrorCode::None => Ok(()),
        error => Err(error.to_string()),
    }
}

#[embassy_executor::task]
async fn run(broker: String, topic: String, count: usize) {
    let code = match produce(&broker, &topic, count).await {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("{error}");
            1
        }
    };
    // The executor of firmware never ends.
    std::process::exit(code);
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(broker), Some(topic)) = (arguments.next(), arguments.next()) else {
        return Err("usage: async_produce BROKER TOPIC [COUNT]".into());
    };
    let count = arguments.next().map_or(Ok(10), |text| text.parse())?;
    let executor = Box::leak(Box::new(Executor::new()));
    executor.run(|spawner: Spawner| match run(broker, topic, count) {
        Ok(task) => spawner.spawn(task),
        Err(error) => panic!("{error}"),
    })
}
