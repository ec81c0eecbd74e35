import type { Config } from "../config/config.ts";
import { defaultHeadersTimeoutMs, type ListenerLimits } from "../rest/listen/servers.ts";

type Times = Pick<Config, "requestTimeoutMs" | "trustedProxies"> & {
  gateway: Pick<Config["gateway"], "firstByteTimeoutMs" | "silenceTimeoutMs">;
};

/** What callers keep idle counts among the connections that there may be; proxies keep few, up to ten minutes. */
const keptForCallersMs = 65_000;
const keptForProxiesMs = 620_000;

/**
 * How long connections may take, so that none of the configured times is cut short by the connection's own: a request
 * that arrives in time, and a caller who waits for a model that says nothing as long as it may. A connection that is
 * kept ends with its caller, or after what every proxy keeps its own for: what is sent on one that just ended is heard
 * by nobody.
 */
export function listenerLimits({ requestTimeoutMs, trustedProxies, gateway }: Times): ListenerLimits {
  const { firstByteTimeoutMs, silenceTimeoutMs } = gateway;
  return {
    requestTimeoutMs: Math.max(60_000, defaultHeadersTimeoutMs + requestTimeoutMs + 5_000),
    keepAliveTimeoutMs: trustedProxies.length > 0 ? keptForProxiesMs : keptForCallersMs,
    idleTimeoutMs: Math.max(600_000, firstByteTimeoutMs + silenceTimeoutMs + 60_000),
  };
}
