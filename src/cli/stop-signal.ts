import { constants } from "node:os";

/** A command that a signal has ended before its work was done. The message tells what is done. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals, message: string) {
    super(`stopped by ${signal}: ${message}`);
    this.signal = signal;
  }

  /** As shells tell the signal that ended a process. */
  get exitCode(): number {
    return 128 + constants.signals[this.signal];
  }
}

const stopSignals: NodeJS.Signals[] = ["SIGTERM", "SIGINT", "SIGHUP"];

/** A terminal sends Ctrl+C to all that run in it; npm and bin/cairn.mjs each pass it on besides. */
const echoMs = 500;

/**
 * What only starts has nothing to end in order: until `stopSignal` is called, the first signal ends the process at once.
 * To the first process of a container, a signal that nobody listens for is none.
 */
export function stopWhileStarting(): void {
  for (const signal of stopSignals) process.on(signal, endStart);
}

function endStart(signal: NodeJS.Signals): void {
  process.stderr.write(`stopped by ${signal} while starting\n`);
  process.exit(0);
}

/** The first signal to stop. Its echoes change nothing; a second signal ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: { signal: NodeJS.Signals; atMs: number } | undefined;
    const listener = (signal: NodeJS.Signals) => {
      const atMs = performance.now();
      if (first === undefined) {
        first = { signal, atMs };
        resolve(signal);
      } else if (signal !== first.signal || atMs - first.atMs > echoMs) process.exit(1);
    };
    for (const signal of stopSignals) {
      process.on(signal, listener);
      // Last: one that came meanwhile would be lost where nobody listens.
      process.off(signal, endStart);
    }
  });
}
