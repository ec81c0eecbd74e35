export type * from "../../gen/client/types.ts";
export { Cairn } from "./cairn.ts";
export { CairnError, type ErrorCode, type FieldError } from "./error.ts";
export type { AnswerHead, CallOptions, ClientOptions } from "./options.ts";
export { Pages, type Page } from "./pages.ts";
export type { MemoryOptions } from "./memory/options.ts";
export type { Remembering } from "./memory/types.ts";
export { withMemory } from "./memory/with-memory.ts";
