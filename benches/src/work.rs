//! What is measured: a job, which is a message, the work that is done on it, and who does it.

/// A message of a certain size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Job {
    /// MetadataResponse v12, 2,654 bytes.
    Metadata2K,
    /// MetadataResponse v12, about 100 KB.
    Metadata100K,
    /// ApiVersionsResponse v3 with 60 keys.
    ApiVersions,
    /// ProduceRequest v9 with one record.
    Produce1,
    /// ProduceRequest v9 with 1,000 records of 100 bytes.
    Produce1000,
}

impl Job {
    /// Its name on the command line and in the budgets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metadata2K => "metadata",
            Self::Metadata100K => "metadata-100k",
            Self::ApiVersions => "api-versions",
            Self::Produce1 => "produce",
            Self::Produce1000 => "produce-1000",
        }
    }
}

/// What is done with a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Work {
    /// Decode, and look at nothing.
    Decode,
    /// Decode, and sum every field value.
    Visit,
    /// Encode from values.
    Encode,
    /// Go through the events.
    Walk,
    /// Go through the events, and sum every field value.
    WalkVisit,
}

impl Work {
    /// Its name on the command line and in the budgets.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Visit => "visit",
            Self::Encode => "encode",
            Self::Walk => "walk",
            Self::WalkVisit => "walk-visit",
        }
    }
}

/// One thing to measure.
pub struct Case {
    /// The message.
    pub job: Job,
    /// What is done with it.
    pub work: Work,
    /// Who does it.
    pub who: &'static str,
    /// Does it once. The result shows that it was done: the sum of the values, the bytes written,
    /// the events. 0 is a failure.
    pub run: Box<dyn FnMut() -> u64>,
}

impl Case {
    /// A case.
    pub fn new(
        job: Job,
        work: Work,
        who: &'static str,
        run: impl FnMut() -> u64 + 'static,
    ) -> Self {
        Self { job, work, who, run: Box::new(run) }
    }

    /// Its name: `metadata/visit/kafka-codec`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.job.name(), self.work.name(), self.who)
    }
}
