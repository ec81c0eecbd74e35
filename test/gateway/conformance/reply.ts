import type { JsonObject } from "../../../src/json.ts";

/** What the caller got, byte for byte. */
export type Reply = { status: number; headers: Headers; body: Buffer };

/**
 * An answer as its caller has it at the end. Of OpenAI's: the first choice's message without what is `null`, its
 * `finish_reason`, and `usage`; of Anthropic's: the message. A stream is put together to the same. `error` is a body's
 * or a stream's; `events` are a stream's, in order.
 */
export type Heard = { answer: JsonObject; error: JsonObject | undefined; events: JsonObject[] };
