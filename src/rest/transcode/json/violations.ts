import { detailsMax, refuseAll, type ErrorDetail } from "../../../error.ts";

/** What is wrong with one request: gathered first, as far as an error lists it, then thrown as one. */
export class Violations {
  readonly #details: ErrorDetail[] = [];

  get full(): boolean {
    return this.#details.length >= detailsMax;
  }

  add(field: string, message: string): void {
    if (!this.full) this.#details.push({ field, message });
  }

  /** Throws `invalid_argument` if anything was added. */
  throwIfAny(): void {
    refuseAll(this.#details);
  }
}
