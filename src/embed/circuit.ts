const FAILURES_MAX = 3;
const OPEN_MS = 1_000;
const OPEN_MS_MAX = 60_000;

/**
 * Remembers whether an engine works. Three failures in a row open it for a second, each further one for twice as long,
 * up to a minute; then the next call is a trial, whose success closes it.
 */
export class Circuit {
  #failures = 0;
  #openUntilMs = 0;

  succeeded(): void {
    this.#failures = 0;
    this.#openUntilMs = 0;
  }

  failed(): void {
    this.#failures++;
    if (this.#failures < FAILURES_MAX) return;
    this.#openUntilMs = performance.now() + Math.min(OPEN_MS * 2 ** (this.#failures - FAILURES_MAX), OPEN_MS_MAX);
  }

  /** How long no call is worth its wait; 0 while closed or when a trial is due. */
  openForMs(): number {
    return Math.max(0, this.#openUntilMs - performance.now());
  }
}
