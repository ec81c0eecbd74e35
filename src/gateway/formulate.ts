import type { JsonObject } from "../json.ts";
import { hasLongNumber, parseExact } from "./chat/exact-json.ts";
import { Losses } from "./chat/loss.ts";
import type { ChatRequest } from "./chat/request.ts";
import { withThoughtsFrom } from "./chat/thoughts-from.ts";
import { callerDialects, upstreamDialects } from "./dialect/dialects.ts";
import { newestAtOf } from "./dialect/request/unsaid.ts";
import { capabilitiesOf } from "./model/families.ts";
import type { Target } from "./model/route.ts";
import type { ParsedRequest } from "./parsed-request.ts";
import { patch, type Edit } from "./wire/patch.ts";
import { membersAt } from "./wire/spans.ts";

/**
 * A caller's request with memory's edits, as its provider understands it: where both speak one dialect, the caller's own
 * bytes, without the thoughts of others that the provider refuses; and what it could not say. Errors: invalid_argument, for
 * what cannot be translated.
 */
export function formulate(request: ParsedRequest, target: Target, edits: readonly Edit[]) {
  const losses = new Losses();
  const { dialect } = target.provider;
  if (dialect === request.dialect) {
    const body = named(request, target, edits);
    return { losses, body: upstreamDialects[dialect].withoutForeignThoughts?.(body, losses) ?? body };
  }
  const json = withEdits(request, edits);
  const parsed = json === request.json ? request.chat() : callerDialects[request.dialect].parseRequest(json);
  return { losses, body: Buffer.from(JSON.stringify(formatFor(target, parsed, request, losses))) };
}

/** A request that was parsed from what its caller sent, in the words of the provider that is asked. Errors: as `formulate`. */
export function formatFor(
  { provider, model }: Target,
  parsed: ChatRequest,
  sent: Pick<ParsedRequest, "json">,
  losses: Losses,
): JsonObject {
  const chat = { ...withThoughtsFrom(provider.id, parsed, losses), model, newestAt: newestAtOf(sent.json) };
  return upstreamDialects[provider.dialect].formatRequest(chat, {
    capabilities: capabilitiesOf(provider, model),
    losses,
  });
}

/** The caller's own bytes with memory, and without the provider in the model's name. */
function named({ body, model: asked }: ParsedRequest, { model }: Target, edits: readonly Edit[]): Buffer {
  if (model === asked) return patch(body, edits);
  return patch(body, [...edits, { ...membersAt(body).get("model")!, text: JSON.stringify(model) }]);
}

/** The request as parsed, with edits, which leave it the object that it was found to be, and with its numbers exact. */
export function withEdits({ body, json }: ParsedRequest, edits: readonly Edit[]): JsonObject {
  if (edits.length === 0 && !hasLongNumber(body.toString("latin1"))) return json;
  return parseExact(patch(body, edits).toString("utf8")) as JsonObject;
}
