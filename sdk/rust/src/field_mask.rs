use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// `google.protobuf.FieldMask` with its form in JSON, "displayName,tags".
#[derive(Clone, PartialEq, Eq, Hash, prost::Message)]
pub struct FieldMask {
    #[prost(string, repeated, tag = "1")]
    pub paths: Vec<String>,
}

impl Serialize for FieldMask {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let paths: Vec<String> = self.paths.iter().map(|path| lower_camel(path)).collect();
        serializer.serialize_str(&paths.join(","))
    }
}

impl<'de> Deserialize<'de> for FieldMask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(Self { paths: text.split(',').filter(|path| !path.is_empty()).map(snake).collect() })
    }
}

fn lower_camel(path: &str) -> String {
    let mut parts = path.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        name.push_str(&part[..1.min(part.len())].to_ascii_uppercase());
        name.push_str(&part[1.min(part.len())..]);
    }
    name
}

fn snake(path: &str) -> String {
    let mut name = String::new();
    for letter in path.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
