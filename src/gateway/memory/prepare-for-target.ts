import type { JsonObject } from "../../json.ts";
import type { Ask } from "../exchange.ts";
import { capabilitiesOf } from "../model/families.ts";
import type { Target } from "../model/route.ts";
import { readAskedMemory, type Mode } from "./request/asked-memory.ts";
import type { GatewayMemory } from "./gateway-memory.ts";
import { reporterOf, scopeOf } from "./request/identity.ts";
import type { Prepared } from "./prepared.ts";
import type { Remembered } from "./remembered.ts";

/**
 * Memory for a request to this target, as its headers ask for it, or in another `mode`. Errors: as `readAskedMemory` and
 * `scopeOf`.
 */
export function prepareForTarget(
  memory: Pick<GatewayMemory, "prepare">,
  ask: Ask,
  json: JsonObject,
  { provider, model }: Target,
  mode?: Mode,
): Promise<Remembered> {
  const { systemInMessages } = capabilitiesOf(provider, model);
  const target = { provider: provider.id, model, systemInMessages };
  return memory.prepare({
    ...ask,
    scope: scopeOf(ask, json),
    reporter: reporterOf(ask.caller),
    json,
    asked: readAskedMemory(ask.headers, json, mode),
    target,
  });
}

/** What was prepared for another target, for this one: nothing is looked up again. */
export function editsForTarget(prepared: Prepared, { provider, model }: Target): Prepared["edits"] {
  return prepared.editsFor(capabilitiesOf(provider, model));
}
