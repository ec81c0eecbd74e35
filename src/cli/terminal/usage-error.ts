import { AppError } from "../../error.ts";

/** The command was called wrongly, or its settings are: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Does what checks options. `flags` are those that set what the check names. Errors: UsageError for what it refuses, with
 * the flag.
 */
export async function checkFlags<T>(flags: Readonly<Record<string, string>>, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw wrongFlag(flags, error) ?? error;
  }
}

function wrongFlag(flags: Readonly<Record<string, string>>, error: unknown): UsageError | undefined {
  if (!(error instanceof AppError)) return undefined;
  const [{ field, message } = { field: "", message: "" }] = error.details;
  const flag = flags[field.replace(/\[\d+\]$/u, "")];
  return flag === undefined ? undefined : new UsageError(`${flag} ${message}`);
}
