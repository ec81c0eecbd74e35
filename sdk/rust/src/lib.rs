//! The generated code, and what it leaves to its user: the key on every call, and how to read an error.

// Generated code is as its generators write it.
#[allow(clippy::all)]
pub mod cairn {
    pub mod admin {
        pub mod v1 {
            include!("../gen/cairn/admin/v1/cairn.admin.v1.rs");
        }
    }
    pub mod directives {
        pub mod v1 {
            include!("../gen/cairn/directives/v1/cairn.directives.v1.rs");
        }
    }
    pub mod gateway {
        pub mod v1 {
            include!("../gen/cairn/gateway/v1/cairn.gateway.v1.rs");
        }
    }
    pub mod graph {
        pub mod v1 {
            include!("../gen/cairn/graph/v1/cairn.graph.v1.rs");
        }
    }
    pub mod memory {
        pub mod v1 {
            include!("../gen/cairn/memory/v1/cairn.memory.v1.rs");
        }
    }
    pub mod patterns {
        pub mod v1 {
            include!("../gen/cairn/patterns/v1/cairn.patterns.v1.rs");
        }
    }
}

#[allow(clippy::all)]
pub mod buf {
    pub mod validate {
        include!("../gen/buf/validate/buf.validate.rs");
    }
}

mod connection;
mod field_mask;
mod refusal;
mod structs;

pub use connection::{ANSWER_BYTES_MAX, Authorize, connect};
pub use field_mask::FieldMask;
pub use refusal::{Refusal, code_name, refusals};
pub use structs::{Kind, List, Struct, Value};
