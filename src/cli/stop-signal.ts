const stopSignals: NodeJS.Signals[] = ["SIGTERM", "SIGINT", "SIGHUP"];

/** A terminal sends Ctrl+C to all that run in it; npm and bin/cairn.mjs each pass it on besides. */
const echoMs = 500;

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
    for (const signal of stopSignals) process.on(signal, listener);
  });
}
