import type { JsonValue } from "../../json.ts";

/**
 * What a caller asks of a model, in no dialect: what all of them can say, and what only some can, kept so that a target
 * that can say it does. A dialect's `parseRequest` makes it, another's `formatRequest` says it in its own words.
 */
export type ChatRequest = {
  model: string;
  /** Each block apart and in order, whatever the dialect joins or splits. */
  system: SystemBlock[];
  turns: Turn[];
  tools: Tool[];
  toolChoice?: ToolChoice;
  maxTokens?: number;
  /** As the caller gave it, on the caller's scale: 0 to 2 for OpenAI and Gemini, 0 to 1 for Anthropic. */
  temperature?: number;
  topP?: number;
  topK?: number;
  stop: string[];
  seed?: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  answerFormat?: AnswerFormat;
  reasoning?: Reasoning;
  /** The caller's own name for its user: for the provider's abuse detection, never ours. */
  endUser?: string;
  stream: boolean;
  /** Whether a stream ends with its usage (OpenAI: `stream_options.include_usage`); other dialects always say it. */
  streamUsage: boolean;
  /** Whether calls are written as OpenAI wrote them before there were tools (`function_call`): one at most per answer. */
  functionCalls?: boolean;
  /** Members that no other dialect has, by name: lost in translation, and reported. */
  foreign: Record<string, JsonValue>;
  /** Where what the user says last stands in the caller's own request, for an error: `messages[2].content`. */
  newestAt?: string;
};

/** A cache breakpoint after a part; `ttl` as the dialect writes it, such as `1h`. */
export type CacheBreak = { ttl?: string };

export type SystemBlock = { text: string; cache?: CacheBreak };

/**
 * Turns need not alternate: two of one role stay two. A tool's results are parts of a user's turn, directly after the
 * assistant's turn that called. A `system` turn is one that the caller set after others, and holds only text; what
 * stands before all turns is in `system`.
 */
export type Turn = { role: "user" | "assistant" | "system"; name?: string; parts: Part[] };

export type Part = (
  | { kind: "text"; text: string }
  | ImagePart
  | DocumentPart
  | { kind: "audio"; data: string; format: string }
  | ToolUsePart
  | ToolResultPart
  | ThinkingPart
  | { kind: "refusal"; text: string }
  /** What only the caller's dialect has, by its type there: it is listed in `foreign`. */
  | { kind: "other"; type: string }
) & { cache?: CacheBreak };

export type ImagePart = { kind: "image"; source: Source; detail?: string };
export type DocumentPart = { kind: "document"; source: Source; name?: string };

/** `input` is JSON text, as the model wrote it: it need not parse. Empty means no arguments. */
export type ToolUsePart = {
  kind: "tool_use";
  id: string;
  name: string;
  input: string;
  /** Gemini's thought signature of the call. */
  signature?: Signature;
};

export type ToolResultPart = { kind: "tool_result"; id: string; parts: Part[]; isError: boolean };

/** What a model thought. `redacted` is opaque; `text` may be empty beside a signature; `from` is the provider, if known. */
export type ThinkingPart = { kind: "thinking"; text: string; signature?: Signature; redacted?: string; from?: string };

/** What only the provider that made it can check: stripped at every other. */
export type Signature = { by: DialectName; value: string };
/** The dialects of providers; callers use the first two. */
export type DialectName = "openai" | "anthropic" | "gemini";

export type Source =
  | { kind: "base64"; mediaType: string; data: string }
  | { kind: "url"; url: string }
  /** Plain text, as a document. */
  | { kind: "text"; text: string }
  /** A file kept at the provider, of no use at another. */
  | { kind: "file"; id: string; by?: DialectName };

export type Tool = {
  name: string;
  description?: string;
  /** JSON Schema of its input. */
  schema: JsonValue;
  strict?: boolean;
  cache?: CacheBreak;
};

/** `parallel: false`: at most one call in a turn. `allowed`: the names of the only tools that may be called. */
export type ToolChoice = { parallel?: boolean; allowed?: string[] } & (
  { kind: "auto" | "none" | "any" } | { kind: "tool"; name: string }
);

export type AnswerFormat = { kind: "json" } | { kind: "schema"; name: string; schema: JsonValue; strict?: boolean };

/**
 * How much a model is to think: an effort, or a budget in tokens, as the caller said it; `off` where it said not to.
 * `show`: whether its thoughts are wanted in the answer.
 */
export type Reasoning = { effort?: Effort; budget?: number; adaptive?: boolean; off?: boolean; show?: boolean };
export type Effort = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
