/** The command was called wrongly, or its settings are: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
