import { wordSet } from "../language/word-set.ts";
import { stem } from "../words/stem.ts";
import { stopWords } from "../words/stop-words.ts";
import { isSameAct } from "./act.ts";
import { phraseOf, type Phrase } from "./phrase.ts";
import { choiceOf } from "./words/choices.ts";
import { prepositions, subordinators } from "./words/classes.ts";
import { verbs } from "./words/verbs.ts";

/** Words that a rule has whatever it is about. */
const general = wordSet(
  `always never ever avoid prefer try please make sure ensure remember must use using keep give rather instead switch back stop skip have let get put
   write suggest recommend answer reply things thing way whenever like want need only now new without`,
);
const limiting = wordSet("before after until unless except");
/** They say how, or what a thing is: behind other prepositions stands for which case it is. */
const telling = wordSet("of with without by via as like through over than");
/** "Tea over coffee", "functions without comments", "in English, not in German": what is not to be, up to a comma. */
const rejecting =
  /(?:\b(?:over|than|instead of|without|(?:and|but) not)|, (?:not|never|no)) (?:(?:in|into|to|with|by|as) )?(?:(?:the|a|an|any) )?(?<rejected>[\p{L}\p{N}][^,;]*)/gu;

/** What a rule is about. */
export type Subject = {
  /** By which it is told from others. */
  phrase: Phrase;
  /** The base forms of its words. */
  words: ReadonlySet<string>;
  /** What it chooses of classes of which only one can be chosen. */
  slots: ReadonlyMap<string, string>;
  /** The base forms of what it chooses, and of what it rejects of those classes. */
  choices: ReadonlySet<string>;
  /** "Before the merge", "after the merge": rules of the same words that hold beside each other. */
  limits: string;
  /** "Tea over coffee", "coffee over tea": rules of the same words that do not. */
  rejected: string;
  /** Words by which a case is told, by the preposition before them; those of the thing itself by "". */
  places: ReadonlyMap<string, ReadonlySet<string>>;
};

export function subjectOf(rule: string): Subject {
  const words = wordsOf(rule.toLowerCase());
  const rejected = [...rule.toLowerCase().matchAll(rejecting)].map(({ groups }) => wordsOf(groups!["rejected"]!));
  const slots = chosen(words, new Set(rejected.flat()));
  const kept = new Set<string>();
  const places = new Map<string, Set<string>>([["", new Set()]]);
  let place = "";
  for (const [at, word] of words.entries()) {
    const slot = choiceOf(word);
    // "Prefer to book": what is done, and no place.
    if ((prepositions.has(word) || subordinators.has(word)) && !general.has(words[at - 1] ?? "")) place = word;
    if (stopWords.has(word) || general.has(word)) continue;
    kept.add(stem(word));
    if (slot === undefined && word !== "everything" && !(at === 0 && verbs.has(word)))
      places.set(place, (places.get(place) ?? new Set()).add(stem(word)));
  }
  const limits = words.filter((word) => limiting.has(word));
  return {
    phrase: phraseOf(rule),
    words: kept,
    slots,
    choices: new Set(
      [...slots.values(), ...rejected.flat().filter((word) => slots.has(choiceOf(word) ?? ""))].map(stem),
    ),
    limits: limits.join(" "),
    rejected: rejected
      .map(([first = ""]) => first)
      .filter((word) => !stopWords.has(word))
      .map(stem)
      .join(" "),
    places,
  };
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+[+#]*/gu) ?? [];

/** By class: of "English, not German" the former, of "from inches to centimetres" the latter. */
function chosen(words: readonly string[], rejected: ReadonlySet<string>): Map<string, string> {
  const slots = new Map<string, string>();
  for (const kept of [false, true])
    for (const word of words) {
      const slot = choiceOf(word);
      if (slot !== undefined && (!kept || !rejected.has(word))) slots.set(slot, word);
    }
  return slots;
}

const shared = (one: Subject, other: Subject): number => [...one.words].filter((word) => other.words.has(word)).length;

/** The share of the smaller one's words that both have; 0 where there are none. */
export function overlap(one: Subject, other: Subject): number {
  const least = Math.min(one.words.size, other.words.size);
  return least === 0 ? 0 : shared(one, other) / least;
}

/** The share of one's words that the other has too, as such or as what is done: "explain", "explanation"; 0 where there are none. */
export function covered(one: Subject, by: Subject): number {
  const found = [...one.words].filter((word) => says(by, word));
  return one.words.size === 0 ? 0 : found.length / one.words.size;
}

export const says = ({ words }: Subject, word: string): boolean =>
  words.has(word) || [...words].some((each) => isSameAct(each, word));

/** The share of all words that both have. */
export function likeness(one: Subject, other: Subject): number {
  const both = shared(one, other);
  const all = one.words.size + other.words.size - both;
  return all === 0 ? 0 : both / all;
}

/** Whether both have the same words, whatever their order, but for those that any rule may have. */
export const hasSameWords = (one: Subject, other: Subject): boolean =>
  one.words.size > 0 && likeness(one, other) === 1 && one.limits === other.limits;

/** Whether both are bound to a condition of the same kind, "without asking", or neither is. */
export const isOfSameCase = (one: Subject, other: Subject): boolean => conditionsOf(one) === conditionsOf(other);

const conditionsOf = ({ limits, phrase }: Subject): string =>
  limits + (phrase.words.some(({ text }) => text === "without") ? " without" : "");

/** Whether one has the words of the other but for one, and no limit of another kind. */
export const isPieceOf = (one: Subject, other: Subject): boolean =>
  overlap(one, other) === 1 && Math.abs(one.words.size - other.words.size) === 1 && one.limits === other.limits;

/** Whether both choose differently: from one class, as French and English, or of the same two things. */
export const choosesOtherwise = (one: Subject, other: Subject): boolean =>
  (one.rejected !== other.rejected && hasSameWords(one, other)) ||
  (one.slots.size > 0 && [...one.slots].some(([slot, word]) => (other.slots.get(slot) ?? word) !== word));

/**
 * Whether a rule is of one case of what another is about: it limits it where that does not, "for the Boston client", names
 * a piece of its thing, "fragile boxes", or says something else of another case.
 */
export function isCaseOf(one: Subject, other: Subject): boolean {
  const [thing, otherThing] = [one.places.get("")!, other.places.get("")!];
  const tells = [...thing].some((word) => !says(other, word));
  if (tells && [...otherThing].every((word) => thing.has(word))) return true;
  return [...one.places].some(([place, words]) => {
    if (place === "" || telling.has(place) || [...words].every((word) => says(other, word))) return false;
    return tells || !other.places.has(place);
  });
}
