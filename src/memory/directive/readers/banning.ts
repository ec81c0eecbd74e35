import { matchAt, phrases } from "../text/match.ts";
import type { Word } from "../text/word.ts";
import { baseOfGerund } from "../words/verbs.ts";
import { finding, type Finding } from "../finding.ts";

/** What is kept out in roundabout words: "there should be no X", "make sure not to ...", "zero X". */

const absent = phrases(`
  there should|must|shall|may|can be no|zero
  there should|must|shall|may|can never|not be any|a|an
  there should|must|shall never be
  there is|are to be no
  i|we have had it with
  not a|one single
  zero
  under no circumstances do|would i|we want|like|need
  on no account do|would i|we want|like|need
  in no case do|would i|we want|like|need
  stop|quit it with
`);
const notTo = phrases(`
  make sure|certain not|never to
  make sure|certain that? you do not|never
  make sure|certain that? you not|never
  ensure that? you do not|never
  see to it that you do not|never
  be sure|careful not|never to
  take care not|never to
  remember not|never to
  do not you? dare to?
  it is strictly|absolutely? forbidden|prohibited|banned|verboten to
  it is not allowed|permitted|acceptable|okay|ok|alright to
  it is an? absolute? no-go|no-no|taboo to
`);
const fewest = phrases("as few|little");

export function readBanning(words: readonly Word[], at: number): Finding | undefined {
  const none = matchAt(words, at, absent);
  if (none && words[none.to] !== undefined) {
    const gerund = baseOfGerund(words[none.to]!.word) !== undefined;
    return finding("NEVER", gerund ? "gerund" : "thing", words.slice(none.to), 1);
  }
  const negated = matchAt(words, at, notTo);
  if (negated) {
    const absolute = words.slice(at, negated.to).some(({ word }) => word === "never");
    const general = words[at]!.word === "it";
    return finding("NEVER", "verb", words.slice(negated.to), absolute ? 3 : general ? -1 : 0, absolute);
  }
  const few = matchAt(words, at, fewest);
  const as = few ? words.findIndex(({ word }, place) => place > few.to && word === "as") : -1;
  if (!few || as < 0 || words[as + 1]?.word !== "possible") return undefined;
  return finding("AVOID", "thing", [...words.slice(few.to, as), ...words.slice(as + 2)], 0);
}
