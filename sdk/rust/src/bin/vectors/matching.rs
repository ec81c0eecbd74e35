//! The comparison of vectors: see docs/sdks.md.

use serde_json::{Map, Value};
use std::collections::HashMap;

/// What earlier vectors captured.
pub type Names = HashMap<String, Value>;

/// What a request asks for: "$name" is the value that an earlier vector captured.
pub fn filled(value: &Value, names: &Names) -> Result<Value, String> {
    match value {
        Value::String(text) if text.starts_with('$') => captured(text, names).cloned(),
        Value::Array(list) => list.iter().map(|each| filled(each, names)).collect(),
        Value::Object(object) => {
            let members: Result<Map<String, Value>, String> =
                object.iter().map(|(name, each)| Ok((name.clone(), filled(each, names)?))).collect();
            members.map(Value::Object)
        }
        _ => Ok(value.clone()),
    }
}

/// Errors: where an answer is not what was expected.
pub fn compare(expected: &Value, actual: &Value, names: &Names, path: &str) -> Result<(), String> {
    let differs = || Err(format!("{path}: expected {expected}, got {actual}"));
    match expected {
        Value::Array(list) => match actual {
            Value::Array(found) if found.len() == list.len() => (0..list.len())
                .try_for_each(|index| compare(&list[index], &found[index], names, &format!("{path}.{index}"))),
            _ => differs(),
        },
        Value::Object(object) => match actual {
            Value::Object(found) => object.iter().try_for_each(|(name, each)| {
                compare(each, found.get(name).unwrap_or(&Value::Null), names, &format!("{path}.{name}"))
            }),
            _ => differs(),
        },
        _ if is_value(expected, actual, names)? => Ok(()),
        _ => differs(),
    }
}

/// The member at a path such as `results.0.id`.
pub fn at<'a>(value: &'a Value, path: &str) -> Result<&'a Value, String> {
    value.pointer(&format!("/{}", path.replace('.', "/"))).ok_or_else(|| format!("the answer has no {path}"))
}

fn is_value(expected: &Value, actual: &Value, names: &Names) -> Result<bool, String> {
    if let (Value::Number(expected), Value::Number(actual)) = (expected, actual) {
        return Ok(expected.as_f64() == actual.as_f64());
    }
    let Some(text) = expected.as_str().filter(|text| text.starts_with('$')) else {
        return Ok(expected == actual);
    };
    if text == "$any" {
        return Ok(!actual.is_null() && actual != "");
    }
    if let Some(part) = text.strip_prefix("$has:") {
        return Ok(actual.as_str().is_some_and(|whole| whole.contains(part)));
    }
    Ok(captured(text, names)? == actual)
}

fn captured<'a>(name: &str, names: &'a Names) -> Result<&'a Value, String> {
    names.get(&name[1..]).ok_or_else(|| format!("nothing was captured as {name}"))
}
