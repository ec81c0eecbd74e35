use tonic::metadata::{Ascii, MetadataValue};
use tonic::service::Interceptor;
use tonic::transport::{Channel, Endpoint, Error};
use tonic::{Request, Status};

/// For `max_decoding_message_size` of a client: a model's answer may be longer than the 4 MiB that tonic reads by default.
pub const ANSWER_BYTES_MAX: usize = 64 << 20;

/// A channel to `http://host:port`. For `https://` tonic needs one of its features `tls-*`.
pub async fn connect(url: &str) -> Result<Channel, Error> {
    Endpoint::from_shared(url.to_owned())?.connect().await
}

/// Sends a key with every call; an empty one is left out.
#[derive(Clone)]
pub struct Authorize(Option<MetadataValue<Ascii>>);

impl Authorize {
    /// Errors: the key holds what no header can.
    pub fn new(key: &str) -> Result<Self, tonic::metadata::errors::InvalidMetadataValue> {
        if key.is_empty() {
            return Ok(Self(None));
        }
        Ok(Self(Some(format!("Bearer {key}").parse()?)))
    }
}

impl Interceptor for Authorize {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if let Some(value) = &self.0 {
            request.metadata_mut().insert("authorization", value.clone());
        }
        Ok(request)
    }
}
