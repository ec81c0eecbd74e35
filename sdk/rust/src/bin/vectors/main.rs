//! Runs ../vectors.json against the server at CAIRN_URL, one vector behind the other. See docs/sdks.md.

mod call;
mod matching;

use cairn_sdk::{code_name, refusals};
use call::{Call, Outcome};
use matching::{Names, at, compare, filled};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tonic::Status;

const ALWAYS: [&str; 3] = ["x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset"];
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Deserialize)]
struct File {
    vectors: Vec<Vector>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    rpc: String,
    key: Option<String>,
    #[serde(default)]
    send: HashMap<String, String>,
    request: Value,
    #[serde(default)]
    expect: Value,
    #[serde(default)]
    capture: HashMap<String, String>,
    error: Option<Expected>,
    headers: Option<Vec<String>>,
    #[serde(default)]
    eventually: bool,
}

#[derive(Debug, Deserialize)]
struct Expected {
    code: String,
    field: Option<String>,
    #[serde(default)]
    message: String,
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors.json");
    let file: File = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let mut names = Names::new();
    let mut failed = 0;
    for vector in &file.vectors {
        if let Err(fault) = run(vector, &mut names).await {
            failed += 1;
            println!("FAILED {}: {fault}", vector.name);
        }
    }
    println!("{} passed, {failed} failed", file.vectors.len() - failed);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn run(vector: &Vector, names: &mut Names) -> Result<(), String> {
    let key = vector.key.as_deref().unwrap_or("own").to_uppercase();
    let call = Call {
        url: &env::var("CAIRN_URL").map_err(|error| error.to_string())?,
        key: &env::var(format!("CAIRN_KEY_{key}")).unwrap_or_default(),
        rpc: &vector.rpc,
        send: &vector.send,
        request: filled(&vector.request, names)?,
    };
    let deadline = Instant::now() + if vector.eventually { PATIENCE } else { Duration::ZERO };
    loop {
        let outcome = call.run().await?;
        match check(vector, &outcome, names) {
            Ok(()) => return capture(vector, &outcome, names),
            Err(fault) if Instant::now() >= deadline => return Err(fault),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

fn capture(vector: &Vector, outcome: &Outcome, names: &mut Names) -> Result<(), String> {
    for (name, path) in &vector.capture {
        let answer = outcome.answer.as_ref().map_err(|error| error.to_string())?;
        names.insert(name.clone(), at(answer, path)?.clone());
    }
    Ok(())
}

/// Errors: why an outcome is not the one that the vector wants.
fn check(vector: &Vector, outcome: &Outcome, names: &Names) -> Result<(), String> {
    match (&vector.error, &outcome.answer) {
        (None, Ok(answer)) => compare(&vector.expect, answer, names, "answer")?,
        (None, Err(error)) => return Err(format!("refused: {error}")),
        (Some(expected), Ok(answer)) => return Err(format!("expected {expected:?}, got {answer}")),
        (Some(expected), Err(error)) => check_error(expected, error)?,
    }
    let has = |name: &str| outcome.headers.contains_key(name);
    let missing = match &vector.headers {
        Some(wanted) => wanted.iter().map(String::as_str).find(|name| !has(name)),
        None => ALWAYS.into_iter().find(|name| !has(name)),
    };
    missing.map_or(Ok(()), |name| Err(format!("no header {name}")))
}

fn check_error(expected: &Expected, error: &Status) -> Result<(), String> {
    if code_name(error.code()) != expected.code || !error.message().contains(&expected.message) {
        return Err(format!("expected {expected:?}, got {error}"));
    }
    let Some(field) = &expected.field else { return Ok(()) };
    let found = refusals(error);
    if found.iter().any(|each| &each.field == field) {
        return Ok(());
    }
    Err(format!("expected field {field}, got {found:?}"))
}
