import { Losses } from "./chat/loss.ts";
import { isObject, type JsonObject, type JsonValue } from "./chat/json.ts";
import { callers, upstreams } from "./dialect/dialects.ts";
import type { Ask, Reply } from "./exchange.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Target } from "./model/route.ts";
import { refusal } from "./translate.ts";
import { readBody } from "./upstream/read-body.ts";
import type { Upstreams } from "./upstream/upstreams.ts";

/** English text and JSON have some four characters a token; a count should rather be too high. */
const charactersPerToken = 3.5;
/** What a picture costs at most at Anthropic (1,568 by 1,568 pixels): nobody looks into it here. */
const imageTokens = 1_600;

/**
 * How many tokens a request has, for a provider that has no such path in the caller's dialect: Gemini is asked, others
 * are estimated from all that would be sent, system and tools included. Told in `X-Cairn-Loss`.
 */
export async function countTokens(ask: Ask, json: JsonObject, target: Target, all: Upstreams): Promise<Reply> {
  const { provider, model } = target;
  // A count has no bound of its own, but the dialect's requests must have one.
  const request = { ...callers.anthropic.parseRequest({ max_tokens: 1, ...json }), model, stream: false };
  const formatted = upstreams[provider.dialect].formatRequest(
    request,
    capabilitiesOf(provider.dialect, model),
    new Losses(),
  );
  if (provider.dialect !== "gemini") return counted(estimate(formatted), { "x-cairn-loss": "count_tokens; emulated" });
  const { headers, signal } = ask;
  const body = Buffer.from(JSON.stringify({ generateContentRequest: { ...formatted, model: `models/${model}` } }));
  const answer = await all.send({ provider, path: `/models/${model}:countTokens`, headers, body, signal });
  const text = (await readBody(answer.body)).toString("utf8");
  const said = parsed(text);
  if (answer.status >= 400)
    return refusal(ask, answer.headers, upstreams.gemini.readError(answer.status, said ?? text));
  const total = isObject(said) ? said["totalTokens"] : undefined;
  return counted(typeof total === "number" ? total : estimate(formatted), {});
}

function counted(tokens: number, headers: Record<string, string>): Reply {
  const body = Buffer.from(JSON.stringify({ input_tokens: tokens }));
  return { status: 200, headers: { ...headers, "content-type": "application/json" }, body };
}

function estimate(request: JsonObject): number {
  const { characters, images } = measured(request);
  return Math.ceil(characters / charactersPerToken) + images * imageTokens;
}

/** Every text, name and schema of a request; data of pictures and documents counts as a picture. */
function measured(value: JsonValue): { characters: number; images: number } {
  if (typeof value === "string") {
    return /^data:|^[A-Za-z0-9+/=]{4096,}$/u.test(value)
      ? { characters: 0, images: 1 }
      : { characters: value.length, images: 0 };
  }
  if (typeof value !== "object" || value === null) return { characters: 1, images: 0 };
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts
    .map(measured)
    .reduce((sum, part) => ({ characters: sum.characters + part.characters, images: sum.images + part.images }), {
      characters: 0,
      images: 0,
    });
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue; // it makes nothing else
  } catch {
    return undefined;
  }
}
