import { find, matchAt, phrases } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { prepositions } from "../words/classes.ts";
import { isMadeOfWork } from "../words/work.ts";
import { baseOfGerund, verbs } from "../words/verbs.ts";
import { asBase } from "./as-base.ts";
import { readFeeling } from "./feeling.ts";
import { finding, type Finding } from "../finding.ts";
import { readDisliked, readKind, readTreated } from "./treatment.ts";
import { wordSet } from "../../language/word-set.ts";

/** What the user likes and dislikes: "I prefer ...", "I'd rather you didn't ...", "I hate it when you ...". */

const ratherNotYou = phrases(`
  i|we would prefer|rather|sooner|like|love it? if? that? you did|would|do not
  i|we would prefer|rather|sooner that? you not|never
  i|we prefer it? if|when|that you do|did not
  i|we like it better|more|best when|if you do|did not
  i|we would appreciate it if you did|would not
  i|we would be happier if you did|would not
  it would be nice|good|great|better|lovely|helpful if you did|would not
  i|we prefer that? you not
  `);
const ratherYou = phrases(`
  i|we would prefer|rather|sooner that? you
  i|we would prefer|like|love it? better|more|most? if|when you would|could?
  i|we prefer that you
  i|we prefer|like|love|appreciate|enjoy it better|more|best|most|much? when|if|that you
  i|we would appreciate|love|like it if you would|could?
  it would be nice|good|great|better|best|lovely|helpful|wonderful|ideal if you would|could?
  it helps me? when|if you
  it is nice|good|great|lovely|helpful|better|best when|if you
  it works best|better for? me|us? when|if you
  i|we find it helpful|easier|better|nice|nicer|clearer when|if you
  my preference is that you
  i|we like|prefer|love you to
  `);
const ratherNot = phrases(`
  i|we would rather|sooner not have|see|get|receive|hear|find|use
  i|we would prefer|rather|like not to have|see|get|receive|hear|find|use|eat|drink|fly|travel|take|pay|work|stay|drive|meet|book|buy|wait|spend
  i|we would prefer no
  i|we prefer not to have|see|get|receive|hear|find|use
  i|we would rather|sooner avoid
  i|we would rather|sooner do|go|live without
  i|we would prefer|like to do|go|live without
  i|we like|prefer|try|want|would to? avoid
  i|we would like|prefer to avoid
    i|we prefer no
  i|we prefer not having|getting|seeing|receiving
  it is|would be? best|better|good|wise|wiser|safer|nice to avoid
`);
const ratherNotDo = phrases(`
  i|we would rather|sooner not
  i|we would prefer|rather|like not to
  i|we prefer not to
`);
/** What somebody refuses: "I'd rather not say". */
const withheld = wordSet(
  "say talk discuss tell answer go get share comment think know speak be mention reveal disclose see have hear find receive use explain describe elaborate repeat remember involve name guess wait leave come",
);
const rather = phrases(`
  i|we would rather|sooner have|see|get|receive|hear|find
  i|we would prefer to have|see|get|receive|hear|find
  i|we prefer having|seeing|getting|receiving|to have|see|get
  it would be nice|good|great|lovely|helpful|better|best|wonderful|ideal to have|see|get|receive|hear
  i|we would rather|sooner
  i|we would prefer
  i|we do? prefer
  i|we would favour|favours
  i|we would always? choose|pick|take
  i|we favour
  i|we would lean|go more? towards|toward|for
  i|we lean more? towards|toward
  i|we am|are leaning more? towards|toward
  i|we am|are|feel happier|happiest|better|best|more comfortable? with
  i|we would be happier|happiest with
  i|we tend to? prefer|favour
  i|we tend|gravitate towards|toward
  i|we am|are partial to
  i|we am|are all for
  i|we have a soft spot for
  ideally i|we would have|get|see|like
  my|our preference is|are for?
  my|our preference would be for?
  our|my house? preference goes to
  preferably
  ideally
  `);
const hated = phrases(`
  i|we hate|dislike|detest|loathe it? when|if|that|how you
  what i do not like is when|that|how you
  what bugs|annoys|bothers|irritates me is when|that|how you
  it is a? pet peeve of mine when|that|if you
  i|we can|could not stand|bear|abide it when|if|that you
  i|we do not like|love|appreciate|enjoy it when|if|that you
  i|we am|are not fond|keen|crazy|happy of|on|about? it? when|if you
  it annoys|bothers|bugs|irritates|upsets|distracts|confuses|stresses|frustrates|disturbs me|us when|if|that you
  it drives|makes|sends me|us mad|crazy|nuts|angry|nervous|wild|uncomfortable|spare when|if you
  it gets on my nerves when|that|if you
  it is annoying|irritating|distracting|tiresome|confusing|unpleasant|awkward|hard|frustrating when|if|that you
  it puts me off when|if you
  it does not help when|if you
  it bugs me how|that you
  what i hate|dislike is when you
  i|we find it annoying|irritating|distracting|confusing|off-putting|tiresome|hard when|if|that you
  `);

const liking = phrases("i|we tend? to? like|love|find|enjoy");

export function readTaste(words: readonly Word[], at: number): Finding | undefined {
  const notYou = matchAt(words, at, ratherNotYou) ?? matchAt(words, at, hated);
  if (notYou) return finding("AVOID", "verb", asBase(words.slice(notYou.to)), 4);
  const you = matchAt(words, at, ratherYou);
  if (you) return readWanted(words, you.to);
  const unwilling = matchAt(words, at, ratherNotDo);
  if (unwilling && !withheld.has(wordAt(words, unwilling.to)) && verbs.has(wordAt(words, unwilling.to)))
    return finding("AVOID", "verb", words.slice(unwilling.to), -1);
  const not = matchAt(words, at, ratherNot);
  if (not) return finding("AVOID", baseOfGerund(wordAt(words, not.to)) ? "gerund" : "thing", words.slice(not.to), 1);
  return (
    readTreated(words, at) ??
    readRather(words, at) ??
    readBetter(words, at) ??
    readOwnLiking(words, at) ??
    readDisliked(words, at) ??
    readKind(words, at) ??
    readFeeling(words, at)
  );
}

function readWanted(words: readonly Word[], at: number): Finding | undefined {
  if (["can", "could"].includes(wordAt(words, at))) return undefined;
  if (words[at]?.word === "to") return readWanted(words, at + 1);
  if (words[at]?.word === "not" || words[at]?.word === "never")
    return finding("AVOID", "verb", asBase(words.slice(at + 1)), 2);
  if (words[at]?.word === "always") return finding("PREFER", "verb", asBase(words.slice(at + 1)), 3);
  return finding("PREFER", "verb", over(asBase(words.slice(at))), 3);
}

function readRather(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, rather);
  if (!found) return undefined;
  const first = wordAt(words, found.to);
  const soft = words[at]!.word === "preferably" || words[at]!.word === "ideally";
  if (["be", "die", "say", "keep", "discuss", "leave", "forget"].includes(first)) return undefined;
  if (["not", "no", "never", "it", "to", ""].includes(first) && !soft) {
    const useful =
      first === "to" &&
      ["have", "see", "get", "receive", "use", "take", "fly", "travel", "eat", "pay", "work"].includes(
        wordAt(words, found.to + 1),
      );
    if (!useful) return undefined;
    return finding("PREFER", "verb", words.slice(found.to + 1), 1);
  }
  const would = words[at + 1]?.word === "would" || ["rather", "sooner"].includes(words[found.to - 1]!.word);
  const isVerb =
    would && verbs.has(first) && words[found.to - 1]?.word !== "prefer" && words[found.to - 1]?.word !== "favour";
  const weight = isVerb && find(words, than, found.to) < 0 ? 0 : 1;
  if (soft) return readSoft(words, found.to);
  if (areNames(words.slice(found.to))) return undefined;
  if (
    ["choose", "pick", "take"].includes(words[found.to - 1]!.word) &&
    find(words, than, found.to) < 0 &&
    !words.some(({ word }) => word === "over")
  )
    return undefined;
  const sees = ["see", "hear", "get", "have", "receive", "find"].includes(words[found.to - 1]!.word);
  return finding("PREFER", isVerb ? "verb" : "thing", over(words.slice(found.to)), weight + (sees ? 1 : 0));
}

/** "Lisbon to Madrid": a taste that nothing can be done with. */
const areNames = (words: readonly Word[]): boolean => {
  const end = words.findIndex(({ kind }) => kind === "mark");
  const named = words
    .slice(0, end < 0 ? words.length : end)
    .filter(({ word }) => !["to", "over", "than", "and"].includes(word));
  return named.length >= 2 && named.length <= 5 && named.every(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
};

export const youWould = phrases("you would|could|will|can|should");
const than = phrases("than");

/** "Ideally, new modules come with ...": the rest, softened. */
function readSoft(words: readonly Word[], at: number): Finding | undefined {
  const from = words[at]?.word === "," ? at + 1 : at;
  const you = matchAt(words, from, youWould);
  if (you) return finding("PREFER", "verb", words.slice(you.to), 3);
  if (["i", "he", "she", "it", "they", "we", "you"].includes(wordAt(words, from))) return undefined;
  const first = wordAt(words, from);
  const not = first === "do" && words[from + 1]?.word === "not" ? 2 : first === "never" ? 1 : 0;
  if (not > 0) return finding("AVOID", "verb", words.slice(from + not), 2);
  return finding("PREFER", verbs.has(first) && words.length > from + 1 ? "verb" : "thing", words.slice(from), 2);
}

/** "X than Y", "X to Y" after a preference: "X over Y". */
function over(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ word }) => word === "than");
  if (at < 0) return words;
  const rather = words[at - 1]?.word === "rather";
  return [...words.slice(0, rather ? at - 1 : at), ...addedAll("rather than"), ...words.slice(at + 1)];
}

/** "I like X better than Y". */
function readBetter(words: readonly Word[], at: number): Finding | undefined {
  const likes = matchAt(words, at, liking);
  if (!likes) return undefined;
  if (words[likes.to]?.word === "to" && find(words, ratherThan, likes.to) > 0)
    return finding("PREFER", "verb", words.slice(likes.to + 1), 0);
  for (let next = likes.to + 1; next < words.length; next++) {
    if (!["better", "more", "best", "most"].includes(words[next]!.word)) continue;
    if (prepositions.has(words[next - 1]!.word)) continue; // "of more than an hour"
    if (words[next + 1]?.word !== "than") {
      if (next === words.length - 1 && ["better", "best", "most"].includes(words[next]!.word))
        return finding("PREFER", "thing", words.slice(likes.to, next), 1);
      continue;
    }
    const things = [...words.slice(likes.to, next), ...addedAll("over"), ...words.slice(next + 2)];
    return finding("PREFER", "thing", things, 1);
  }
  return undefined;
}

const ratherThan = phrases("rather than\ninstead of");
const likingMine = phrases("i|we like|prefer|love|want my|our");

/** "I like my dialogue without tags": how something that is made for the user is to be. */
function readOwnLiking(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, likingMine);
  if (
    !found ||
    words.length < found.to + 2 ||
    !isMadeOfWork(words.slice(found.to, found.to + 2)) ||
    words.at(-2)!.word === "like"
  )
    return undefined;
  return finding("PREFER", "thing", words.slice(found.to), 1);
}
