import { AppError, type ErrorDetail } from "../../../error.ts";

/** Above this many, further violations of one request are not looked for. */
const most = 100;

/** What is wrong with one request: gathered first, then thrown as one error. */
export class Violations {
  readonly #details: ErrorDetail[] = [];

  get full(): boolean {
    return this.#details.length >= most;
  }

  add(field: string, message: string): void {
    if (!this.full) this.#details.push({ field, message });
  }

  /** Throws `invalid_argument` if anything was added. Its message is the first violation. */
  throwIfAny(): void {
    const [first] = this.#details;
    if (first === undefined) return;
    const others = this.#details.length - 1;
    const more = others === 0 ? "" : ` (and ${others} more)`;
    throw new AppError("invalid_argument", `${first.field}: ${first.message}${more}`, { details: this.#details });
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
