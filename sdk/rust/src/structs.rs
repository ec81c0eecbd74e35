use serde::{Deserialize, Serialize};
use serde_json as json;
use std::collections::BTreeMap;

/// `google.protobuf.Struct`, with its form in JSON: an object.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Struct {
    #[prost(btree_map = "string, message", tag = "1")]
    pub fields: BTreeMap<String, Value>,
}

/// `google.protobuf.Value`: any JSON.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(from = "json::Value", into = "json::Value")]
pub struct Value {
    #[prost(oneof = "Kind", tags = "1, 2, 3, 4, 5, 6")]
    pub kind: Option<Kind>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
pub enum Kind {
    /// Always 0.
    #[prost(int32, tag = "1")]
    Null(i32),
    #[prost(double, tag = "2")]
    Number(f64),
    #[prost(string, tag = "3")]
    String(String),
    #[prost(bool, tag = "4")]
    Bool(bool),
    #[prost(message, tag = "5")]
    Struct(Struct),
    #[prost(message, tag = "6")]
    List(List),
}

/// `google.protobuf.ListValue`.
#[derive(Clone, PartialEq, prost::Message)]
pub struct List {
    #[prost(message, repeated, tag = "1")]
    pub values: Vec<Value>,
}

impl From<json::Value> for Value {
    fn from(value: json::Value) -> Self {
        let kind = match value {
            json::Value::Null => Kind::Null(0),
            json::Value::Bool(value) => Kind::Bool(value),
            json::Value::Number(value) => Kind::Number(value.as_f64().unwrap_or_default()),
            json::Value::String(value) => Kind::String(value),
            json::Value::Array(values) => Kind::List(List { values: values.into_iter().map(Self::from).collect() }),
            json::Value::Object(fields) => {
                Kind::Struct(Struct { fields: fields.into_iter().map(|(name, value)| (name, value.into())).collect() })
            }
        };
        Self { kind: Some(kind) }
    }
}

/// A number that JSON has not (not finite) becomes null.
impl From<Value> for json::Value {
    fn from(value: Value) -> Self {
        match value.kind {
            None | Some(Kind::Null(_)) => Self::Null,
            Some(Kind::Bool(value)) => Self::Bool(value),
            Some(Kind::Number(value)) => value.into(),
            Some(Kind::String(value)) => Self::String(value),
            Some(Kind::List(list)) => list.values.into_iter().map(Self::from).collect(),
            Some(Kind::Struct(fields)) => fields.fields.into_iter().collect(),
        }
    }
}
