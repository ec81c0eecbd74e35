import SqliteConnection from "better-sqlite3";
import { AppError } from "../../error.ts";
import { diskIsFull, isDamaged } from "../engine.ts";

/** Whether another process holds a lock: worth another try. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof SqliteConnection.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(cause.code);
}

/** A fault of the machine (lock, disk, file) becomes `unavailable`; any other error is ours and stays as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof SqliteConnection.SqliteError)) return error;
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL)/.test(error.code))
    return error;
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return damaged(error);
  // On a full disk the first thing to fail is growing the index of the log, a file beside the database.
  const isFull = /^SQLITE_(FULL|IOERR_SHMSIZE)/.test(error.code);
  const message = isFull ? diskIsFull : "the database cannot be used now";
  return new AppError("unavailable", message, { retryAfterS: 1, cause: error });
}

/** Trying again mends nothing. The cause tells what is damaged, and so does the message to who looked for it. */
export function damaged(cause: Error, found?: string): AppError {
  const message = found === undefined ? isDamaged : `${isDamaged} (${found})`;
  return new AppError("unavailable", message, { isLasting: true, cause });
}

/** Runs some work with its faults translated. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translated(error);
  }
}
