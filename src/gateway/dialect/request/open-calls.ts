import { invalid } from "../../../error.ts";

/**
 * Holds a conversation to the rule of all providers: each call of an assistant's turn is answered once, in the turn
 * after it, and nothing else is answered. Its methods throw invalid_argument, which names the member.
 */
export class OpenCalls {
  /** By id, the path of the call. */
  readonly #open = new Map<string, string>();
  readonly #answered = new Set<string>();

  called(id: string, path: string): void {
    if (this.#open.has(id)) throw invalid(path, `must be unique; "${id}" is also at ${this.#open.get(id)}`);
    this.#answered.delete(id);
    this.#open.set(id, path);
  }

  answered(id: string, path: string): void {
    if (this.#open.delete(id)) {
      this.#answered.add(id);
      return;
    }
    if (this.#answered.has(id)) throw invalid(path, `must be the only result of its call; "${id}" already has one`);
    const ids = [...this.#open.keys()].map((each) => `"${each}"`).join(", ");
    const allowed = ids === "" ? "no call is waiting for a result" : `the calls waiting for a result are ${ids}`;
    throw invalid(path, `must be the id of a call in the assistant's turn before it; "${id}" is not one: ${allowed}`);
  }

  /** Call it where something else than a result follows: nothing may be open then. */
  mustBeAnswered(path: string): void {
    const [first] = this.#open;
    if (first === undefined) return;
    throw invalid(first[1], `must be answered by a tool result before ${path}; "${first[0]}" has none`);
  }
}
