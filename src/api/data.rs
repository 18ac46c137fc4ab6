//! Messages that are stored or carried inside others, without an API key.

/// Entry of a segment's index of aborted transactions.
pub mod aborted_txn;
/// Assignment that the classic consumer protocol carries.
pub mod consumer_protocol_assignment;
/// Subscription that the classic consumer protocol carries.
pub mod consumer_protocol_subscription;
/// Type in the key of a control record.
pub mod control_record_type_schema;
/// Principal that a broker passes on to the controller.
pub mod default_principal_data;
/// Value of a commit or abort marker.
pub mod end_txn_marker;
/// Control record with the version of KRaft.
pub mod k_raft_version_record;
/// Control record that opens the epoch of a KRaft leader.
pub mod leader_change_message;
/// Control record that ends a snapshot.
pub mod snapshot_footer_record;
/// Control record that begins a snapshot.
pub mod snapshot_header_record;
/// Control record with the voters of a KRaft partition.
pub mod voters_record;
