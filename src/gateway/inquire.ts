import { AppError } from "../error.ts";
import type { JsonValue } from "../json.ts";
import { inquiryBytesMax } from "./answer/answer-bounds.ts";
import { collectAnswer } from "./chat/answer.ts";
import { tryParse } from "./chat/exact-json.ts";
import { Losses } from "./chat/loss.ts";
import type { ChatRequest } from "./chat/request.ts";
import { upstreamDialects } from "./dialect/dialects.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Target } from "./model/route.ts";
import { readBody, textOfBody } from "./upstream/read-body.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

/** A question of the server's own, whose answer is to be JSON of a schema. */
export type Inquiry = { instructions: string; text: string; name: string; schema: JsonValue; answerTokensMax: number };

/**
 * Asks a model something: without a caller, memory, tools or thoughts. Answers with the text that it said, which may be
 * anything; empty where it refused, or cannot be read. Errors: unavailable or deadline_exceeded, where the provider
 * cannot be asked now; invalid_argument, where it does not take this question; the signal's reason.
 */
export async function inquire(
  inquiry: Inquiry,
  { provider, model }: Target,
  upstreams: Pick<Upstreams, "send">,
  signal: AbortSignal,
): Promise<string> {
  const dialect = upstreamDialects[provider.dialect];
  const request = requestOf(inquiry, model);
  const formatted = dialect.formatRequest(request, {
    capabilities: capabilitiesOf(provider, model),
    losses: new Losses(),
  });
  const body = Buffer.from(JSON.stringify(formatted));
  const path = dialect.answerPath(model, false);
  const answer = await upstreams.send({ provider, path, headers: {}, body, signal });
  const bytes = await readBody(answer.body, inquiryBytesMax).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  if (answer.status >= 400) throw refused(provider.id, answer.status);
  return collectAnswer(dialect.readAnswer(tryParse(textOfBody(bytes)) ?? null))
    .parts.map((part) => (part.kind === "text" ? part.text : ""))
    .join("");
}

function requestOf({ instructions, text, name, schema, answerTokensMax }: Inquiry, model: string): ChatRequest {
  return {
    model,
    system: [{ text: instructions }],
    turns: [{ role: "user", parts: [{ kind: "text", text }] }],
    tools: [],
    maxTokens: answerTokensMax,
    temperature: 0,
    stop: [],
    answerFormat: { kind: "schema", name, schema, strict: true },
    reasoning: { off: true },
    stream: false,
    streamUsage: false,
    foreign: {},
  };
}

/** What may be the question's own fault; all else is the provider's, or the operator's. */
const ofTheQuestion = [400, 413, 422, 500];

function refused(provider: string, status: number): AppError {
  const code = ofTheQuestion.includes(status) ? "invalid_argument" : "unavailable";
  return new AppError(code, `the provider "${provider}" answered with status ${status}`);
}
