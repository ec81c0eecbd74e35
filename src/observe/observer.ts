import type { Answered, Call } from "../call.ts";
import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";

/** How often it is told that connections are cut. */
const tellCutsMs = 60_000;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Paths that machines ask for again and again. */
const quiet = ["/healthz", "/readyz", "/metrics"];

/** One log line and one count a request, whatever its protocol and however far it came. */
export function createObserver(log: Logger, metrics: Pick<Metrics, "request" | "connectionCut">) {
  const tellCut = atMostOnceAMinute((cut) => log.warn({ cut }, "new connections are cut: the maximum number is open"));
  const tellFailed = atMostOnceAMinute((cut, err) => log.warn({ cut, err }, "connections cannot be accepted"));
  return {
    /** A fault of ours, before its answer goes out. */
    onFault(error: unknown, call: Call): void {
      call.note.cause ??= error;
    },
    /** A connection was cut as it came, or could not be accepted for the fault. */
    onCut(fault?: Error): void {
      metrics.connectionCut();
      (fault === undefined ? tellCut : tellFailed)(fault);
    },
    onResponse({ call, method, route, status, durationMs }: Answered): void {
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

/** Tells of the first at once, and of those that follow when their minute is over. */
function atMostOnceAMinute(tell: (count: number, last?: Error) => void): (fault?: Error) => void {
  let count = 0;
  let last: Error | undefined;
  let isWaiting = false;
  const tellNow = () => {
    isWaiting = count > 0;
    if (!isWaiting) return;
    tell(count, last);
    count = 0;
    setTimeout(tellNow, tellCutsMs).unref();
  };
  return (fault) => {
    count++;
    last = fault;
    if (!isWaiting) tellNow();
  };
}
