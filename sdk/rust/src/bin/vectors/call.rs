//! Calls an RPC of the generated clients by its name.

use cairn_sdk::cairn::{admin, directives, gateway, graph, memory, patterns};
use cairn_sdk::{ANSWER_BYTES_MAX, Authorize, connect};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use tonic::metadata::{MetadataKey, MetadataMap};
use tonic::{Request, Response, Status, Streaming};

const TIMEOUT: Duration = Duration::from_secs(30);

/// What became of a call: an answer as JSON, or an error.
pub struct Outcome {
    pub answer: Result<Value, Status>,
    pub headers: MetadataMap,
}

pub struct Call<'a> {
    pub url: &'a str,
    pub key: &'a str,
    pub rpc: &'a str,
    pub send: &'a HashMap<String, String>,
    pub request: Value,
}

/// A list of services, their clients, and the name of each RPC beside its method.
macro_rules! rpcs {
    ($call:ident, $channel:ident, $authorize:ident;
     $($service:literal $client:path { $($kind:ident $name:literal $method:ident,)* })*) => {
        $($(if $call.rpc == concat!($service, "/", $name) {
            use $client as Client;
            let request = $call.request()?;
            let mut client = Client::with_interceptor($channel, $authorize).max_decoding_message_size(ANSWER_BYTES_MAX);
            return $kind(client.$method(request).await).await;
        })*)*
    };
}

impl Call<'_> {
    /// Errors: the call could not be made, or the answer not be written as JSON.
    pub async fn run(&self) -> Result<Outcome, String> {
        let channel = connect(self.url).await.map_err(text)?;
        let authorize = Authorize::new(self.key).map_err(text)?;
        rpcs! { self, channel, authorize;
            "cairn.admin.v1.AdminService" admin::v1::admin_service_client::AdminServiceClient {
                unary "CreateKey" create_key,
                unary "ListKeys" list_keys,
                unary "EditKey" edit_key,
                unary "RevokeKey" revoke_key,
                unary "RotateKey" rotate_key,
                unary "GetUsage" get_usage,
                unary "DeleteAccount" delete_account,
            }
            "cairn.directives.v1.DirectivesService" directives::v1::directives_service_client::DirectivesServiceClient {
                unary "GetDirectives" get_directives,
                unary "ListDirectives" list_directives,
                unary "GetDirective" get_directive,
                unary "EditDirective" edit_directive,
                unary "DeleteDirective" delete_directive,
                unary "CheckConflict" check_conflict,
            }
            "cairn.gateway.v1.GatewayService" gateway::v1::gateway_service_client::GatewayServiceClient {
                unary "CreateChatCompletion" create_chat_completion,
                stream "StreamChatCompletion" stream_chat_completion,
                unary "CreateMessage" create_message,
                stream "StreamMessage" stream_message,
                unary "CountMessageTokens" count_message_tokens,
                unary "ListModels" list_models,
                unary "GetModel" get_model,
                unary "GetHealth" get_health,
            }
            "cairn.graph.v1.GraphService" graph::v1::graph_service_client::GraphServiceClient {
                unary "ListEntities" list_entities,
                unary "GetEntity" get_entity,
            }
            "cairn.memory.v1.MemoryService" memory::v1::memory_service_client::MemoryServiceClient {
                unary "Search" search,
                unary "GetRetrieval" get_retrieval,
                unary "RecordOutcome" record_outcome,
                unary "AddMessage" add_message,
                unary "AddMessages" add_messages,
                unary "GetMessage" get_message,
                unary "EditMessage" edit_message,
                unary "DeleteMessage" delete_message,
                unary "ListSessions" list_sessions,
                unary "ListMessages" list_messages,
                unary "ListUserMessages" list_user_messages,
                unary "DeleteSession" delete_session,
                unary "ListUsers" list_users,
                unary "DeleteUser" delete_user,
                unary "GetErasure" get_erasure,
            }
            "cairn.patterns.v1.PatternsService" patterns::v1::patterns_service_client::PatternsServiceClient {
                unary "PutPattern" put_pattern,
                unary "ListPatterns" list_patterns,
                unary "GetPattern" get_pattern,
                unary "GetPatternHistory" get_pattern_history,
                unary "EditPattern" edit_pattern,
                unary "DeletePattern" delete_pattern,
                unary "MergePattern" merge_pattern,
                unary "Forge" forge,
            }
        }
        Err(format!("no such RPC: {}", self.rpc))
    }

    fn request<T: DeserializeOwned>(&self) -> Result<Request<T>, String> {
        let mut request = Request::new(serde_json::from_value(self.request.clone()).map_err(text)?);
        request.set_timeout(TIMEOUT);
        for (name, value) in self.send {
            let name = MetadataKey::from_bytes(name.as_bytes()).map_err(text)?;
            request.metadata_mut().insert(name, value.parse().map_err(text)?);
        }
        Ok(request)
    }
}

async fn unary<T: Serialize>(answer: Result<Response<T>, Status>) -> Result<Outcome, String> {
    let response = match answer {
        Ok(response) => response,
        Err(status) => return Ok(refused(status)),
    };
    let headers = response.metadata().clone();
    let answer = serde_json::to_value(response.into_inner()).map_err(text)?;
    Ok(Outcome { answer: Ok(answer), headers })
}

async fn stream<T: Serialize>(answer: Result<Response<Streaming<T>>, Status>) -> Result<Outcome, String> {
    let response = match answer {
        Ok(response) => response,
        Err(status) => return Ok(refused(status)),
    };
    let headers = response.metadata().clone();
    let mut messages = Vec::new();
    let mut stream = response.into_inner();
    loop {
        match stream.message().await {
            Ok(Some(message)) => messages.push(serde_json::to_value(message).map_err(text)?),
            Ok(None) => return Ok(Outcome { answer: Ok(json!({ "messages": messages })), headers }),
            Err(status) => return Ok(broken(headers, status)),
        }
    }
}

/// A stream that was begun has its headers before its error.
fn broken(headers: MetadataMap, status: Status) -> Outcome {
    let mut all = headers.into_headers();
    all.extend(status.metadata().clone().into_headers());
    Outcome { answer: Err(status), headers: MetadataMap::from_headers(all) }
}

fn refused(status: Status) -> Outcome {
    let headers = status.metadata().clone();
    Outcome { answer: Err(status), headers }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}
