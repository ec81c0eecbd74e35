import { capabilitiesOf } from "../model/families.ts";
import type { Target } from "../model/route.ts";
import type { ParsedRequest } from "../parsed-request.ts";
import type { GatewayMemory } from "./gateway-memory.ts";
import type { Remembered } from "./remembered.ts";
import { reporterOf, scopeOf } from "./request/identity.ts";
import { readMemorySettings, type Mode } from "./request/memory-settings.ts";

/**
 * Memory for a request to this target, as its headers ask for it, or in another `mode`. Errors: as `readMemorySettings` and
 * `scopeOf`.
 */
export function prepareForTarget(
  memory: Pick<GatewayMemory, "prepare">,
  request: ParsedRequest,
  { provider, model }: Target,
  mode?: Mode,
): Promise<Remembered> {
  const { systemInMessages } = capabilitiesOf(provider, model);
  const target = { provider: provider.id, model, systemInMessages };
  return memory.prepare({
    ...request,
    scope: scopeOf(request, request.json),
    reporter: reporterOf(request.caller),
    settings: readMemorySettings(request.headers, request.json, mode),
    target,
  });
}
