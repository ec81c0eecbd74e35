import { wordSet } from "../../language/word-set.ts";
import { addedAll, type Word } from "../text/word.ts";
import { auxiliaries, determiners, prepositions, softPronouns } from "../words/classes.ts";
import type { TaggedWord } from "./tagged-word.ts";

/** Words may be between two that are kept: an article or a comma is not worth a gap. */
const bridgeMax = 2;
const bridging = wordSet(
  "a an the my our your their his her its this these those that of to in on at for with and or not no you i we it is are be , - / '",
);
/** So many others may be, where no comma is among them: a rule without them is no sentence. */
const gapMax = 5;

/** The message's words that are tagged, and those that only join two of them. */
export function taggedWords(message: readonly Word[], tagged: readonly TaggedWord[]): Word[] {
  const isTagged = asTagged(tagged);
  return joinedBy(
    message,
    message.filter(isTagged),
    (between) => between.length <= bridgeMax && between.every(({ word }) => bridging.has(word)),
  );
}

/** A quotation is one word here, and many for the model. */
const asTagged =
  (tagged: readonly TaggedWord[]) =>
  ({ start, end }: Word): boolean =>
    tagged.some((word) => start < word.end && word.start < end);

/** With the few words that are missing between them, and behind the last where it cannot end a rule. */
export function withGaps(message: readonly Word[], words: readonly Word[]): Word[] {
  const whole = words.flatMap((word, at) => {
    const next = words[at + 1];
    const between = gap(message, word, next);
    if (between.length <= gapMax && between.every(({ kind }, place) => kind !== "mark" || isLastComma(between, place)))
      return [word, ...between];
    return next && !prepositions.has(next.word) ? [word, ...jump(between)] : [word];
  });
  // Of "in this team" neither "in" nor "this" can end a rule.
  for (let added = 0; added < cutMax; added++) {
    const last = whole.at(-1);
    const next = last && message[message.indexOf(last) + 1];
    if (next?.kind !== "word" || !isCut(last!, next)) break;
    whole.push(next);
  }
  return whole;
}
const cutMax = 2;

/** The mark that tells that other words stood between two: of another sentence, or before a colon. */
function jump(between: readonly Word[]): readonly Word[] {
  const mark = between.find(({ word }) => ":.!?;".includes(word));
  if (mark === undefined || between[0]!.word === ",") return [];
  return [{ ...mark, word: mark.word === ":" ? ":" : ",", text: mark.word === ":" ? ":" : ",", start: -1, end: -1 }];
}

const isLastComma = (words: readonly Word[], at: number): boolean => words[at]!.word === "," && at === words.length - 1;

/** They may end a rule, or begin one: "out of the draft". */
export const particles = wordSet("out up off down over around about in on by through along");
const isCut = ({ word }: Word, next: Word): boolean =>
  (determiners.has(word) && !auxiliaries.has(next.word)) ||
  (prepositions.has(word) && (!particles.has(word) || softPronouns.has(next.word)));

const better = wordSet("better more rather sooner");

/** What is liked better than what: "one walk is better than three sights" is "one walk rather than three sights". */
export function compared(message: readonly Word[], words: readonly Word[]): Word[] | undefined {
  for (const [at, word] of words.entries()) {
    const between = gap(message, word, words[at + 1]);
    if (between.at(-1)?.word !== "than" || between.some(({ kind }) => kind === "mark")) continue;
    if (prepositions.has(between[0]!.word) && between.length > 1) continue; // "of more than an hour"
    if (between.length > 1 && !between.some((each) => better.has(each.word))) continue;
    return [...words.slice(0, at + 1), ...addedAll("rather than"), ...withGaps(message, words.slice(at + 1))];
  }
  return undefined;
}

const gap = (message: readonly Word[], word: Word, next: Word | undefined): readonly Word[] =>
  next ? message.slice(message.indexOf(word) + 1, message.indexOf(next)) : [];

function joinedBy(
  message: readonly Word[],
  words: readonly Word[],
  joins: (between: readonly Word[]) => boolean,
): Word[] {
  return words.flatMap((word, at) => {
    const between = gap(message, word, words[at + 1]);
    return joins(between) ? [word, ...between] : [word];
  });
}
