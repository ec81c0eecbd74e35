use crate::buf::validate::{FieldPath, Violations, field_path_element::Subscript};
use prost::Message;
use tonic::{Code, Status};

/// One member that was refused, such as `messages[1].role`, and the reason.
#[derive(Debug)]
pub struct Refusal {
    pub field: String,
    pub message: String,
}

/// Reads the details of an error; there are none where no member is to blame.
pub fn refusals(error: &Status) -> Vec<Refusal> {
    let status = tonic_types::Status::decode(error.details()).unwrap_or_default();
    let details = status.details.iter().filter(|each| each.type_url.ends_with("/buf.validate.Violations"));
    details
        .filter_map(|each| Violations::decode(each.value.as_slice()).ok())
        .flat_map(|each| each.violations)
        .map(|each| Refusal { field: path(each.field.as_ref()), message: each.message.unwrap_or_default() })
        .collect()
}

fn path(field: Option<&FieldPath>) -> String {
    let elements = field.map_or(&[][..], |each| each.elements.as_slice());
    let names: Vec<String> = elements
        .iter()
        .map(|each| match each.subscript {
            Some(Subscript::Index(index)) => format!("{}[{index}]", each.field_name()),
            _ => each.field_name().to_owned(),
        })
        .collect();
    names.join(".")
}

/// `invalid_argument`, as the documents write codes.
pub fn code_name(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
