/** Work on a text in steps, between which others may have their turn; what came of it is told at the end. */
export type Steps<Read> = Generator<void, Read>;

/** All steps at once. */
export function runAll<Read>(steps: Steps<Read>): Read {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
