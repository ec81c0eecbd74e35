import { Losses } from "./chat/loss.ts";
import { isObject, type JsonObject, type JsonValue } from "./chat/json.ts";
import { callers, upstreams } from "./dialect/dialects.ts";
import { estimateTokens } from "./estimate.ts";
import type { Ask, Reply } from "./exchange.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Target } from "./model/route.ts";
import { refusal } from "./translate.ts";
import { readBody } from "./upstream/read-body.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

/**
 * How many tokens a request has, for a provider that has no such path in the caller's dialect: Gemini is asked, if
 * anybody may be (`all`), others are estimated from all that would be sent, system and tools included. Told in
 * `X-Cairn-Loss`.
 */
export async function countTokens(
  ask: Ask,
  json: JsonObject,
  target: Target,
  all: Pick<Upstreams, "send"> | undefined,
): Promise<Reply> {
  const { provider, model } = target;
  // A count has no bound of its own, but the dialect's requests must have one.
  const request = { ...callers.anthropic.parseRequest({ max_tokens: 1, ...json }), model, stream: false };
  const formatted = upstreams[provider.dialect].formatRequest(request, capabilitiesOf(provider, model), new Losses());
  if (provider.dialect !== "gemini" || all === undefined)
    return counted(estimateTokens(formatted), { "x-cairn-loss": "count_tokens; emulated" });
  const { headers, signal } = ask;
  const body = Buffer.from(JSON.stringify({ generateContentRequest: { ...formatted, model: `models/${model}` } }));
  const answer = await all.send({ provider, path: `/models/${model}:countTokens`, headers, body, signal });
  const text = (await readBody(answer.body)).toString("utf8");
  const said = parsed(text);
  if (answer.status >= 400)
    return refusal(ask, answer.headers, upstreams.gemini.readError(answer.status, said ?? text));
  const total = isObject(said) ? said["totalTokens"] : undefined;
  return counted(typeof total === "number" ? total : estimateTokens(formatted), {});
}

function counted(tokens: number, headers: Record<string, string>): Reply {
  const body = Buffer.from(JSON.stringify({ input_tokens: tokens }));
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // it makes nothing else
  } catch {
    return undefined;
  }
}
