//! Writes, searches, streams a chat, and reads an error and the limits. CAIRN_URL and CAIRN_KEY say where and as whom.

use cairn_sdk::cairn::gateway::v1::StreamChatCompletionRequest;
use cairn_sdk::cairn::gateway::v1::gateway_service_client::GatewayServiceClient;
use cairn_sdk::cairn::memory::v1::memory_service_client::MemoryServiceClient;
use cairn_sdk::cairn::memory::v1::{AddMessageRequest, ListSessionsRequest, SearchRequest};
use cairn_sdk::{ANSWER_BYTES_MAX, Authorize, code_name, connect, refusals};
use serde_json::{Value, json};
use std::env;
use std::error::Error;
use tonic::metadata::MetadataMap;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;

type Authorized = InterceptedService<Channel, Authorize>;

const CONTENT: &str = "Ana keeps bees on her roof in Lisbon.";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = env::var("CAIRN_URL").unwrap_or_else(|_| "http://127.0.0.1:7070".to_owned());
    let authorize = Authorize::new(&env::var("CAIRN_KEY").unwrap_or_default())?;
    let channel = connect(&url).await?;
    let mut memory = MemoryServiceClient::with_interceptor(channel.clone(), authorize.clone());
    let mut gateway =
        GatewayServiceClient::with_interceptor(channel, authorize).max_decoding_message_size(ANSWER_BYTES_MAX);
    write(&mut memory).await?;
    search(&mut memory).await?;
    chat(&mut gateway).await?;
    refused(&mut memory).await;
    limits(&mut memory).await
}

fn message(role: &str) -> AddMessageRequest {
    AddMessageRequest {
        role: role.to_owned(),
        content: CONTENT.to_owned(),
        session_id: "example".to_owned(),
        ..Default::default()
    }
}

async fn write(memory: &mut MemoryServiceClient<Authorized>) -> Result<(), Box<dyn Error>> {
    println!("wrote {}", memory.add_message(message("user")).await?.into_inner().id);
    Ok(())
}

async fn search(memory: &mut MemoryServiceClient<Authorized>) -> Result<(), Box<dyn Error>> {
    let query = SearchRequest { query: "Who keeps bees?".to_owned(), limit: Some(1), ..Default::default() };
    for found in memory.search(query).await?.into_inner().results {
        println!("found {}", found.content);
    }
    Ok(())
}

/// The built-in model needs no provider: it answers with the request that it would have sent.
async fn chat(gateway: &mut GatewayServiceClient<Authorized>) -> Result<(), Box<dyn Error>> {
    let body = json!({
        "model": env::var("CAIRN_MODEL").unwrap_or_else(|_| "cairn/inspect".to_owned()),
        "stream": true,
        "messages": [{"role": "user", "content": "Who keeps bees?"}],
    });
    let request = StreamChatCompletionRequest { body: body.to_string() };
    let mut stream = gateway.stream_chat_completion(request).await?.into_inner();
    let (mut chunks, mut text) = (0, String::new());
    while let Some(answer) = stream.message().await? {
        let chunk: Value = serde_json::from_str(&answer.data)?;
        text += chunk["choices"][0]["delta"]["content"].as_str().unwrap_or_default();
        chunks += 1;
    }
    println!("streamed {chunks} chunks, {} characters", text.chars().count());
    Ok(())
}

async fn refused(memory: &mut MemoryServiceClient<Authorized>) {
    let Err(error) = memory.add_message(message("robot")).await else { return };
    println!("refused {}: {}", code_name(error.code()), error.message());
    for refusal in refusals(&error) {
        println!("  field {}: {}", refusal.field, refusal.message);
    }
    println!("  request {}", header(error.metadata(), "x-request-id"));
}

async fn limits(memory: &mut MemoryServiceClient<Authorized>) -> Result<(), Box<dyn Error>> {
    let answer = memory.list_sessions(ListSessionsRequest::default()).await?;
    let left = header(answer.metadata(), "x-ratelimit-remaining");
    let reset = header(answer.metadata(), "x-ratelimit-reset");
    println!("limits: {left} requests left until {reset} (seconds since 1970)");
    Ok(())
}

fn header<'a>(metadata: &'a MetadataMap, name: &str) -> &'a str {
    metadata.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
