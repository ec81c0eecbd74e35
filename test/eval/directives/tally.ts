import { directiveTypes, type DirectiveType } from "../../fixture/directives/item.ts";
import type { Matched } from "./match.ts";

export type Tally = { right: number; given: number; expected: number };

export type Tallies = {
  all: Tally;
  byType: Record<DirectiveType, Tally>;
  /** Of items, whether there is a rule at all. */
  detection: Tally;
  /** As `all`, if types did not count. */
  texts: Tally;
  confused: Map<string, number>;
};

const none = (): Tally => ({ right: 0, given: 0, expected: 0 });

export const noTally = (): Tallies => ({
  all: none(),
  byType: { MUST: none(), NEVER: none(), PREFER: none(), AVOID: none() },
  detection: none(),
  texts: none(),
  confused: new Map(),
});

export function addTally(tally: Tallies, matched: Matched, detected: { expected: boolean; given: boolean }): void {
  const { pairs, missed, wrong, confused } = matched;
  for (const type of directiveTypes) {
    const right = pairs.filter(({ expected }) => expected.type === type).length;
    add(
      tally.byType[type],
      right,
      wrong.filter((each) => each.type === type).length,
      missed.filter((each) => each.type === type).length,
    );
  }
  add(tally.all, pairs.length, wrong.length, missed.length);
  add(tally.texts, pairs.length + confused.length, wrong.length - confused.length, missed.length - confused.length);
  const both = detected.expected && detected.given ? 1 : 0;
  add(tally.detection, both, Number(detected.given) - both, Number(detected.expected) - both);
  for (const [expected, given] of confused) {
    const name = `${expected} for ${given}`;
    tally.confused.set(name, (tally.confused.get(name) ?? 0) + 1);
  }
}

function add(tally: Tally, right: number, wrong: number, missed: number): void {
  tally.right += right;
  tally.given += right + wrong;
  tally.expected += right + missed;
}

/** Harmonic mean of precision and recall. */
export const f1 = ({ right, given, expected }: Tally): number => (2 * right) / (given + expected);
