import { Folding, type Folded, type Sourced } from "../directive/fold.ts";
import { Slice } from "../slice.ts";

const sliceMs = 3;

/** The rules that a sequence of statements gives. What is only longer than the last one is folded on from there. */
export class FoldedSequence {
  #said: readonly Sourced[] = [];
  #folding = new Folding();
  #rules: Folded | undefined;

  /** Of calls none may overlap. Others have their turn while it works. */
  async rules(sequence: readonly Sourced[]): Promise<Folded> {
    if (sequence === this.#said && this.#rules) return this.#rules;
    let begun = this.#rules !== undefined && startsWith(sequence, this.#said) ? this.#said.length : 0;
    if (begun === 0) this.#folding = new Folding();
    // Until all is said, a failure must not leave what looks whole.
    this.#rules = undefined;
    const slice = new Slice(sliceMs);
    for (; begun < sequence.length; begun++) {
      if (slice.isOver) await slice.renew();
      this.#folding.say(sequence[begun]!);
    }
    this.#said = sequence;
    return (this.#rules = this.#folding.rules());
  }
}

const startsWith = (sequence: readonly Sourced[], start: readonly Sourced[]): boolean =>
  start.length <= sequence.length && start.every((said, at) => isSame(said, sequence[at]!));

function isSame(one: Sourced, other: Sourced): boolean {
  if (one === other) return true;
  return (
    one.source === other.source &&
    one.atMs === other.atMs &&
    one.user === other.user &&
    one.priority === other.priority &&
    JSON.stringify(one.statement) === JSON.stringify(other.statement)
  );
}
