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

/** A JSON value in a message for people: short, and whole where it is small. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string" && value.length > 60) return `${JSON.stringify(value.slice(0, 56))}...`;
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  return String(JSON.stringify(value));
}
