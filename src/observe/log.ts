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

function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: false, minLength: 4_096, lengthMax, periodicFlush: 1_000 });
  // At exit it would try for ever to write what a closed terminal or a full disk does not take.
  stream.on("error", () => Object.assign(stream, { flushSync: () => undefined }));
  return stream;
}
