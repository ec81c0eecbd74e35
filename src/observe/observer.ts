import type { Call } from "../call.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** What became of a request, as the listener tells it. */
export type Answered = { call: Call; method: string; route: string; status: number; durationMs: number };

export type Observer = {
  onResponse(event: Answered): void;
  /** A fault of ours, before its answer goes out. */
  onFault(error: unknown, call: Call): void;
  /** A connection was cut as it came. */
  onCut(fault?: Error): void;
};

/** How often it is told that connections are cut. */
const tellCutsMs = 60_000;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Paths that machines ask for again and again. */
const quiet = ["/healthz", "/readyz", "/metrics"];

/** One log line and one count a request, whatever its protocol and however far it came. */
export function createObserver(log: Logger, metrics: Pick<Metrics, "request" | "connectionCut">): Observer {
  let cuts = { untold: 0, toldAtMs: -Infinity };
  return {
    onFault(error, call) {
      call.note.cause ??= error;
    },
    onCut(err) {
      metrics.connectionCut();
      cuts.untold++;
      if (performance.now() - cuts.toldAtMs < tellCutsMs) return;
      log.warn({ cut: cuts.untold, err }, "connections are cut as they come: as many are open as may be");
      cuts = { untold: 0, toldAtMs: performance.now() };
    },
    onResponse({ call, method, route, status, durationMs }) {
      const { rpc, account, key, code, cause } = call.note;
      metrics.request(route, methods.includes(method) ? method : "other", code ?? String(status), durationMs);
      const level = levelOf(status, code, route);
      if (!log.isLevelEnabled(level)) return;
      const line = { request_id: call.requestId, address: call.address, method, route, status, code, rpc, account };
      const duration_ms = Math.round(durationMs * 1_000) / 1_000;
      log[level]({ ...line, key_id: key, duration_ms, err: cause }, "request");
    },
  };
}

function levelOf(status: number, code: string | undefined, route: string): "error" | "warn" | "info" | "debug" {
  if (code === "internal" || status === 500) return "error";
  if (code === "unavailable" || status === 503) return "warn";
  return quiet.includes(route) && status < 400 ? "debug" : "info";
}
