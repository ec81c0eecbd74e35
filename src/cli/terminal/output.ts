let failure: NodeJS.ErrnoException | undefined;

/**
 * Standard output that fails ends no command half done: a full disk is told at once, a reader who has left (`| head`) is
 * nobody to tell. Standard error that fails leaves nowhere to tell it.
 */
export function watchOutput(): void {
  process.stderr.on("error", () => undefined);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (failure === undefined && !hasLeft(error)) console.error(`error: standard output: ${error.message}`);
    failure ??= error;
  });
}

/** What standard output failed with first, if it has not taken all that was written. */
export async function outputFailure(): Promise<NodeJS.ErrnoException | undefined> {
  // The error itself is told a turn behind the callbacks.
  await new Promise((done) => process.stdout.write("", () => setImmediate(done)));
  return failure;
}

/** Whether an error is what standard output failed with: it is told already. */
export function isOfOutput(error: unknown): boolean {
  return error !== undefined && error === failure;
}

/** Whether an error means that whoever read standard output reads no more. */
export function hasLeft(error: NodeJS.ErrnoException): boolean {
  return error.code === "EPIPE";
}
