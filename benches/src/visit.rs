//! What "visit" means here: a checksum over every field value, written once for all codecs, so that
//! equal sums show equal work. It is cheap, so that the codec is what is measured: a number counts
//! as itself, a string or bytes as length, first and last byte, a uuid as its halves.

use kafka_codec::typed::Uuid;

/// Sums values.
#[derive(Clone, Copy, Default)]
pub struct Sum(pub u64);

impl Sum {
    /// Adds a number.
    #[inline(always)]
    pub fn number(&mut self, value: i64) {
        self.0 = self.0.wrapping_add(value as u64);
    }

    /// Adds bytes.
    #[inline(always)]
    pub fn bytes(&mut self, bytes: &[u8]) {
        if let [first, .., last] = bytes {
            self.number(bytes.len() as i64 + i64::from(*first) + i64::from(*last));
        }
    }

    /// Adds a uuid.
    #[inline(always)]
    pub fn uuid(&mut self, uuid: [u8; 16]) {
        let value = u128::from_be_bytes(uuid);
        self.0 = self.0.wrapping_add(value as u64).wrapping_add((value >> 64) as u64);
    }
}

/// A value that can be summed.
pub trait Visit {
    /// Adds it.
    fn visit(&self, sum: &mut Sum);
}

macro_rules! values { ($($t:ty: |$sum:ident, $value:ident| $add:expr;)*) => { $(
    impl Visit for $t {
        #[inline(always)]
        fn visit(&self, $sum: &mut Sum) {
            let $value = self;
            $add
        }
    }
)* } }
values! {
    bool: |sum, value| sum.number(i64::from(*value));
    i8: |sum, value| sum.number(i64::from(*value));
    i16: |sum, value| sum.number(i64::from(*value));
    i32: |sum, value| sum.number(i64::from(*value));
    i64: |sum, value| sum.number(*value);
    str: |sum, value| sum.bytes(value.as_bytes());
    String: |sum, value| sum.bytes(value.as_bytes());
    [u8]: |sum, value| sum.bytes(value);
    [u8; 16]: |sum, value| sum.uuid(*value);
    Uuid: |sum, value| sum.uuid(value.0);
}

impl<T: Visit + ?Sized> Visit for &T {
    #[inline(always)]
    fn visit(&self, sum: &mut Sum) {
        (**self).visit(sum);
    }
}

/// Null counts as 1.
impl<T: Visit> Visit for Option<T> {
    #[inline(always)]
    fn visit(&self, sum: &mut Sum) {
        match self {
            Some(value) => value.visit(sum),
            None => sum.number(1),
        }
    }
}

/// Sums a MetadataResponse v12 of any codec; the value is something that has the fields.
#[macro_export]
macro_rules! visit_metadata {
    ($body:expr) => {{
        let (body, mut sum) = ($body, $crate::visit::Sum::default());
        body.throttle_time_ms.visit(&mut sum);
        for broker in body.brokers.iter() {
            broker.node_id.visit(&mut sum);
            broker.host.visit(&mut sum);
            broker.port.visit(&mut sum);
            broker.rack.visit(&mut sum);
        }
        body.cluster_id.visit(&mut sum);
        body.controller_id.visit(&mut sum);
        for topic in body.topics.iter() {
            topic.error_code.visit(&mut sum);
            topic.name.visit(&mut sum);
            topic.topic_id.visit(&mut sum);
            topic.is_internal.visit(&mut sum);
            for partition in topic.partitions.iter() {
                partition.error_code.visit(&mut sum);
                partition.partition_index.visit(&mut sum);
                partition.leader_id.visit(&mut sum);
                partition.leader_epoch.visit(&mut sum);
                partition.replica_nodes.iter().for_each(|node| node.visit(&mut sum));
                partition.isr_nodes.iter().for_each(|node| node.visit(&mut sum));
                partition.offline_replicas.iter().for_each(|node| node.visit(&mut sum));
            }
            topic.topic_authorized_operations.visit(&mut sum);
        }
        sum.0
    }};
}

/// Sums an ApiVersionsResponse v3 without tagged fields.
#[macro_export]
macro_rules! visit_api_versions {
    ($body:expr) => {{
        let (body, mut sum) = ($body, $crate::visit::Sum::default());
        body.error_code.visit(&mut sum);
        for key in body.api_keys.iter() {
            key.api_key.visit(&mut sum);
            key.min_version.visit(&mut sum);
            key.max_version.visit(&mut sum);
        }
        body.throttle_time_ms.visit(&mut sum);
        sum.0
    }};
}

/// Sums a ProduceRequest v9; what counts of records is their length.
#[macro_export]
macro_rules! visit_produce {
    ($body:expr, $length:expr) => {{
        let (body, mut sum) = ($body, $crate::visit::Sum::default());
        body.transactional_id.visit(&mut sum);
        body.acks.visit(&mut sum);
        body.timeout_ms.visit(&mut sum);
        for topic in body.topic_data.iter() {
            topic.name.visit(&mut sum);
            for partition in topic.partition_data.iter() {
                partition.index.visit(&mut sum);
                sum.number($length(&partition.records) as i64);
            }
        }
        sum.0
    }};
}

/// Sums a FindCoordinatorResponse v4.
#[macro_export]
macro_rules! visit_find_coordinator {
    ($body:expr) => {{
        let (body, mut sum) = ($body, $crate::visit::Sum::default());
        body.throttle_time_ms.visit(&mut sum);
        for coordinator in body.coordinators.iter() {
            coordinator.key.visit(&mut sum);
            coordinator.node_id.visit(&mut sum);
            coordinator.host.visit(&mut sum);
            coordinator.port.visit(&mut sum);
            coordinator.error_code.visit(&mut sum);
            coordinator.error_message.visit(&mut sum);
        }
        sum.0
    }};
}

/// Sums a ConsumerProtocolSubscription v3.
#[macro_export]
macro_rules! visit_subscription {
    ($body:expr) => {{
        let (body, mut sum) = ($body, $crate::visit::Sum::default());
        body.topics.iter().for_each(|topic| topic.visit(&mut sum));
        body.user_data.visit(&mut sum);
        for owned in body.owned_partitions.iter() {
            owned.topic.visit(&mut sum);
            owned.partitions.iter().for_each(|partition| partition.visit(&mut sum));
        }
        body.generation_id.visit(&mut sum);
        body.rack_id.visit(&mut sum);
        sum.0
    }};
}
