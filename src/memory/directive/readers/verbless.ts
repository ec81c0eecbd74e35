import { addedAll, wordAt, type Word } from "../text/word.ts";
import { isEnglish, isOfOtherScript } from "../../language/english.ts";
import { wordSet } from "../../language/word-set.ts";
import { agents, determiners, prepositions, subjects, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfParticiple, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { finding, type Finding } from "../finding.ts";
import { hasLimit, isNumber } from "../lasting/lasting.ts";
import { lowered } from "./things.ts";
import { trimmed } from "../wording/trim.ts";

/** "Measurements in millimetres only", "aisle seat, every time": what no verb is said of. */
export function readVerbless(words: readonly Word[], at: number): Finding | undefined {
  const first = words[at];
  const end = nominalEnd(words, at);
  const core = trimmed(words.slice(at, end < 0 ? words.length : end));
  if (first === undefined || subjects.has(first.word) || words.length - at > 16) return undefined;
  if (core.some((_, place) => isFinite(core, place)) || mayHoldVerb(core)) return undefined;
  const compared = words.some(({ word }) => word === "never") ? undefined : readCompared(core);
  if (compared) return compared;
  const wide = ["all", "every", "each"].includes(first.word);
  if ((determiners.has(first.word) && !wide) || agents.has(first.word)) return undefined;
  if (
    idle.has(first.word) ||
    core.some(({ word }, place) => word === "same" || (word === "never" && core[place - 1]?.word !== ","))
  )
    return undefined;
  if (core.length < 2 || (verbs.has(first.word) && !isNounToo(first.word))) return undefined;
  if (core.some((_, place) => isVerbInside(core, place, wide))) return undefined;
  const placed = prepositions.has(first.word);
  if (placed && (core.length > 3 || !["in", "with", "without", "by"].includes(first.word))) return undefined;
  const body = placed ? words.slice(at) : [...addedAll("use"), ...lowered(words.slice(at))];
  return finding("MUST", placed ? "whole" : "verb", body, weightOf(core, words, wide));
}

/** "Me llamo Ana, not Anna", "他是 nurse, not doctor": a verb of another language looks like any word. */
function mayHoldVerb(core: readonly Word[]): boolean {
  const comma = core.findIndex(({ word }) => word === ",");
  const thing = comma < 0 ? core : core.slice(0, comma);
  const isVerb = (word: Word, at: number) => isOfOtherScript(word) && !prepositions.has(wordAt(core, at - 1));
  return core.some(isVerb) || (thing.length > 1 && !isEnglish(thing));
}

/** "Rather X than Y", "X rather than Y". */
function readCompared(core: readonly Word[]): Finding | undefined {
  const than = core.findIndex(({ word }) => word === "than");
  const over = (from: number, to: number) => [...core.slice(from, to), ...addedAll("over"), ...core.slice(than + 1)];
  if (than > 0 && (core[0]!.word === "rather" || core[0]!.word === "better"))
    return finding("PREFER", "thing", over(1, than), 2);
  const above = core.findIndex(({ word }) => word === "over");
  if (
    above > 0 &&
    above < 4 &&
    core.length - above <= 4 &&
    !core.some(({ word }) => isNumber(word)) &&
    isPlural(core[above - 1]!.word)
  )
    return finding("PREFER", "thing", core, 0);
  if (than > 1 && core[than - 1]!.word === "rather") return finding("PREFER", "thing", over(0, than - 1), 1);
  return undefined;
}

function weightOf(core: readonly Word[], words: readonly Word[], wide: boolean): number {
  const only = core.findIndex(({ word }) => word === "only");
  if (only > 0 && (only === core.length - 1 || prepositions.has(core[only + 1]!.word))) return 0;
  if (words.some(({ word }) => word === "always")) return 1;
  if (wide) return -1;
  if (isRate(core)) return 1;
  return isOrder(core) ? -1 : isPlaced(core) ? -1 : -3;
}

/** "Chords above the lyrics", but not "notes on my heroine". */
const placing = wordSet("in above below before after without under between beside");
const isPlaced = (core: readonly Word[]): boolean => {
  const at = core.findIndex(({ word }) => placing.has(word));
  return at > 0 && isPlural(core[at - 1]!.word) && core.length > at + 1;
};

/** "Two rest days a week", "one topic per message". */
const isRate = (core: readonly Word[]): boolean =>
  core.some(
    ({ word }, at) =>
      isNumber(word) && core.slice(at + 2, at + 5).some((each) => ["a", "per", "each"].includes(each.word)),
  );

/** Whether it has the form of an arrangement, and is none of a heading or an exclamation. */
export const isArrangement = (found: Finding): boolean => found.weight >= -1 || hasLimit(found.body);

/** "Museums first, beaches second". */
const isOrder = (core: readonly Word[]): boolean =>
  core.some(({ word }, at) => at > 0 && (word === "first" || word === "last") && core[at + 1]?.word === ",");

function isFinite(core: readonly Word[], at: number): boolean {
  const { word } = core[at]!;
  if (finite.has(word)) return true;
  if (at === 0) return false;
  const bygone =
    !manyNouns.has(word) && !word.endsWith("ed") && baseOfParticiple(word) !== undefined && !verbs.has(word);
  return bygone || (baseOfThird(word) !== undefined && !isNounOfMany(word) && actsOn(core[at + 1]));
}

const isVerbInside = (core: readonly Word[], at: number, wide: boolean): boolean => {
  const { word } = core[at]!;
  if (at === 0) return false;
  if (verbs.has(word) && isPlural(core[at - 1]!.word) && core[at + 1]?.word === "with") return true;
  return (verbs.has(word) && !isNounToo(word)) || (word.endsWith("ed") && baseOfParticiple(word) !== undefined && wide);
};

/** Whether what follows makes a verb of "points": "points to", but not "points, not paragraphs". */
const actsOn = (next: Word | undefined): boolean =>
  next !== undefined &&
  next.kind === "word" &&
  !prepositions.has(next.word) &&
  !["and", "or", "first", "only", "last"].includes(next.word);
/** Nouns in the plural that look like "he dates". */
const isNounOfMany = (word: string): boolean => nounsOfMany.has(word);
const nounsOfMany = wordSet(
  `dates prices names notes tests emails mails texts times titles lists numbers plans flights reports reviews comments answers drinks walks runs drafts
   weights measures quotes links labels calls checks commits files folders branches stages steps points pages prints screens scores shows starts stops`,
);
const manyNouns = wordSet("feet teeth men women children people mice geese");
const idle = wordSet(
  "happy glad sorry sure ready busy free lucky able keen curious welcome nothing more lots what such long short quick next of better not as great good nice well back never always still",
);
const finite = wordSet(
  "is are was were am be been has had have do does did will would can could may might must should i you he she it they who what why how thanks thank went came",
);

/** Where a condition or "you design for me" begins behind a noun phrase; -1 where none does. */
const nominalEnd = (words: readonly Word[], from: number): number =>
  words.findIndex(
    ({ word }, at) =>
      at > from &&
      ((subordinators.has(word) && !isTime(words, at)) ||
        (at > from + 1 && word === "you" && isNominal(words[at - 1]!))),
  );
/** "after sunset" is no clause. */
const isTime = (words: readonly Word[], at: number): boolean =>
  prepositions.has(words[at]!.word) && !subjects.has(wordAt(words, at + 1)) && !determiners.has(wordAt(words, at + 1));
const isNominal = ({ word, kind }: Word): boolean =>
  kind === "word" && baseOfThird(word) === undefined && (!verbs.has(word) || isNounToo(word));

/** Whether a sentence has no finite verb of its own, softeners aside. */
export function isVerbless(words: readonly Word[]): boolean {
  const end = nominalEnd(words, 0);
  return !words.slice(0, end < 0 ? words.length : end).some(({ word }) => finite.has(word));
}
