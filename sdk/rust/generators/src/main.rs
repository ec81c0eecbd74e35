//! The generators that buf runs, each by its name: built together here, and with what the SDK is built of, they share all
//! libraries. `cargo install` would build those again for each of the three.

use prost::Message;
use protoc_gen_prost::GeneratorResultExt;
use std::env;
use std::io::{self, Error, Read, Write};

fn main() -> io::Result<()> {
    let name = env::args().nth(1).unwrap_or_default();
    let mut request = Vec::new();
    io::stdin().read_to_end(&mut request)?;
    let made = match name.as_str() {
        "prost" => protoc_gen_prost::execute(&request),
        "prost-serde" => protoc_gen_prost_serde::execute(&request),
        "tonic" => protoc_gen_tonic::execute(&request),
        _ => return Err(Error::other(format!("no generator {name:?}: there are prost, prost-serde, tonic"))),
    };
    io::stdout().write_all(&made.unwrap_codegen_response().encode_to_vec())
}
