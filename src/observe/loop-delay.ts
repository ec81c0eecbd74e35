import { Histogram, type Registry } from "prom-client";

const intervalMs = 10;
const bounds = [0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.025, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * How late timers are, by a timer of its own. It counts from the start on, so that each who reads it has the span between
 * any two of his readings, however many others read it too.
 */
export function watchLoopDelay(registry: Registry): Disposable {
  const delay = new Histogram({
    name: "cairn_event_loop_delay_seconds",
    help: "How late timers fired.",
    buckets: bounds,
    registers: [registry],
  });
  let dueMs = performance.now() + intervalMs;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    delay.observe(Math.max(0, nowMs - dueMs) / 1_000);
    dueMs = nowMs + intervalMs;
  }, intervalMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
