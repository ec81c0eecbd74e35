/** What a line of the log says of an error. */
type ErrorLine = { type: string; message?: string; code?: string | number; stack?: string; cause?: ErrorLine };

const causesMax = 8;

/**
 * An error as it is logged: these members and no others, as libraries put into an error what they were working on, such as
 * the bytes of an answer. Of what is thrown without being an error, only its type.
 */
export function errorLine(error: unknown, causesLeft = causesMax): ErrorLine | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof Error)) return { type: typeof error };
  const { message, stack, cause } = error;
  const code = "code" in error && isCode(error.code) ? error.code : undefined;
  const before = causesLeft > 0 ? errorLine(cause, causesLeft - 1) : undefined;
  return {
    type: error.constructor.name,
    message,
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(before && { cause: before }),
  };
}

function isCode(code: unknown): code is string | number {
  return typeof code === "string" || typeof code === "number";
}
