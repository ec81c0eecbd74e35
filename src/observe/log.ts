import { pino, type DestinationStream, type Logger } from "pino";
import { errorLine } from "./error-line.ts";

export type { Logger } from "pino";
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** Bytes that wait while standard error takes none; lines beyond are lost. */
const lengthMax = 1_048_576;

/** Members that must not be logged, wherever a line carries them by mistake. */
const redacted = ["authorization", "key", "credential", "secret", "content", "query", "text", "body"];

/**
 * The server's log: a JSON object a line, on standard error. It holds no content of memories and no keys. Lines are
 * written at most a second late, and at exit.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted.flatMap((name) => [name, `*.${name}`]), censor: "[redacted]" },
      serializers: { err: (error: unknown) => errorLine(error) },
    },
    destination,
  );
}

/** Writes what the log still holds. What a full pipe that nobody reads has not taken in a second is lost. */
export async function lastLines(log: Logger): Promise<void> {
  tryForTheLastTime();
  await new Promise((done) => log.flush(done));
}

/** How long what does not fit in a pipe is tried, once the process ends. */
const lastTriesMs = 1_000;
let triedUntilMs = Infinity;

function tryForTheLastTime(): void {
  triedUntilMs = Math.min(triedUntilMs, performance.now() + lastTriesMs);
}

function standardError(): DestinationStream {
  // Before pino's own listener, which writes what is left.
  process.once("exit", tryForTheLastTime);
  const stream = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4_096,
    maxLength: lengthMax,
    periodicFlush: 1_000,
    retryEAGAIN: () => performance.now() < triedUntilMs,
  });
  const flushSync = stream.flushSync.bind(stream);
  const flushAtExit = () => {
    try {
      flushSync();
    } catch {
      // There is nowhere to tell it.
    }
  };
  Object.assign(stream, { flushSync: flushAtExit });
  // At exit it would try for ever to write what a closed terminal or a full disk does not take.
  stream.on("error", () => Object.assign(stream, { flushSync: () => undefined }));
  return stream;
}
