import type { Config } from "../config/config.ts";
import { defaultHeadersTimeoutMs, type ListenerLimits } from "../rest/listen/servers.ts";

type Times = Pick<Config, "requestTimeoutMs"> & {
  gateway: Pick<Config["gateway"], "firstByteTimeoutMs" | "silenceTimeoutMs">;
};

/**
 * How long connections may take, so that none of the configured times is cut short by the connection's own: a request
 * that arrives in time, and a caller who waits for a model that says nothing as long as it may.
 */
export function listenerLimits({ requestTimeoutMs, gateway }: Times): ListenerLimits {
  const { firstByteTimeoutMs, silenceTimeoutMs } = gateway;
  return {
    requestTimeoutMs: Math.max(60_000, defaultHeadersTimeoutMs + requestTimeoutMs + 5_000),
    idleTimeoutMs: Math.max(600_000, firstByteTimeoutMs + silenceTimeoutMs + 60_000),
  };
}
