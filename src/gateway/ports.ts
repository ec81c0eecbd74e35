import type { KeyWatch } from "../account/key-watch.ts";
import type { GatewayMemory } from "./memory/gateway-memory.ts";
import type { Fallback } from "./model/fallbacks.ts";
import type { Provider } from "./model/provider.ts";
import type { CompletionObserver } from "./observation.ts";
import type { OpenRequests } from "./open-requests.ts";
import type { Upstreams } from "./upstream/upstreams.ts";
import type { Spending } from "./usage/spending.ts";

export type GatewayPorts = {
  providers: readonly Provider[];
  fallbacks: readonly Fallback[];
  upstreams: Pick<Upstreams, "send">;
  memory: Pick<GatewayMemory, "prepare">;
  spending: Pick<Spending, "permit" | "allows" | "admit" | "charge">;
  openRequests: Pick<OpenRequests, "enter">;
  keyWatch: Pick<KeyWatch, "watch">;
  /** A failure that the caller of an answer does not learn of. */
  onError(error: unknown): void;
  observer: CompletionObserver;
  /** How long a stream may be silent before its caller gets a ping. */
  pingMs: number;
};
