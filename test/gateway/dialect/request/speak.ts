import type { JsonObject } from "../../../../src/json.ts";
import { Losses } from "../../../../src/gateway/chat/loss.ts";
import type { DialectName } from "../../../../src/gateway/chat/request.ts";
import { formatRequest as formatAnthropic } from "../../../../src/gateway/dialect/anthropic/request/format-request.ts";
import { parseRequest as parseAnthropic } from "../../../../src/gateway/dialect/anthropic/request/parse-request.ts";
import { formatRequest as formatGemini } from "../../../../src/gateway/dialect/gemini/request/format-request.ts";
import { formatRequest as formatOpenai } from "../../../../src/gateway/dialect/openai/request/format-request.ts";
import { parseRequest as parseOpenai } from "../../../../src/gateway/dialect/openai/request/parse-request.ts";
import { newestAtOf } from "../../../../src/gateway/dialect/request/unsaid.ts";
import { capabilitiesOf } from "../../../../src/gateway/model/families.ts";
import { providerOf } from "../../support/provider.ts";

export const parse = { openai: parseOpenai, anthropic: parseAnthropic };
export const format = { openai: formatOpenai, anthropic: formatAnthropic, gemini: formatGemini };

export type Caller = keyof typeof parse;

/** A caller's body as it goes to a model upstream, and what was lost on the way: `temperature`, or `~temperature` for what was emulated. */
export function translate(caller: Caller, upstream: DialectName, body: object): { body: JsonObject; losses: string[] } {
  // What the SDKs' types call an object is one of JSON.
  const json = structuredClone(body) as JsonObject;
  const request = { ...parse[caller](json), newestAt: newestAtOf(json) };
  const losses = new Losses();
  const capabilities = capabilitiesOf(providerOf(upstream, request.model), request.model);
  const said = format[upstream](request, { capabilities, losses });
  // As it goes on the wire.
  const sent: JsonObject = JSON.parse(JSON.stringify(said));
  return { body: sent, losses: losses.list().map(({ what, how }) => (how === "emulated" ? `~${what}` : what)) };
}
