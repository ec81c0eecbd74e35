const failuresMax = 3;
const openMs = 1_000;
const openMsMax = 60_000;

/**
 * Remembers whether an engine works. Three failures in a row open it for a second, each further one for twice as long,
 * up to a minute; then the next call is a trial, whose success closes it.
 */
export class Circuit {
  #failures = 0;
  #openUntilMs = 0;
  #hasWorked = false;

  succeeded(): void {
    this.#hasWorked = true;
    this.#failures = 0;
    this.#openUntilMs = 0;
  }

  failed(): void {
    this.#failures++;
    if (this.#failures < failuresMax) return;
    this.#openUntilMs = performance.now() + Math.min(openMs * 2 ** (this.#failures - failuresMax), openMsMax);
  }

  /** False from what opens it, or a failure before any success, until the next success: also while a trial is due. */
  works(): boolean {
    return this.#failures < (this.#hasWorked ? failuresMax : 1);
  }

  /** How long no call is worth its wait; 0 while closed or when a trial is due. */
  openForMs(): number {
    return Math.max(0, this.#openUntilMs - performance.now());
  }
}
