import type { Finding, Reader } from "../finding.ts";
import { matchAt } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { adverbs, auxiliaries, modals, prepositions, subjects, subordinators } from "../words/classes.ts";
import { isOutput } from "../words/outputs.ts";
import { isPlural } from "../words/plural.ts";
import type { Topic } from "../wording/topic.ts";
import { readBanning } from "./banning.ts";
import { readConvention } from "./convention.ts";
import { readDuty } from "./duty.ts";
import { readOfThings } from "./of-things.ts";
import { readImperative, readRequest } from "./request.ts";
import { readTaste, youWould } from "./taste.ts";
import { isArrangement, isVerbless, readVerbless } from "./verbless.ts";

const readers: readonly Reader[] = [readBanning, readRequest, readDuty, readTaste];
const allReaders: readonly Reader[] = [...readers, readOfThings, readConvention, readImperative];

/** "Ideally, every function fits on one screen". */
export function readIdeally(words: readonly Word[]): { found: Finding; lead: readonly Word[] } | undefined {
  const ideal = { type: "PREFER", weight: 3, absolute: false } as const;
  const you = matchAt(words, 0, youWould);
  if (you) return { found: { ...ideal, shape: "verb", body: words.slice(you.to) }, lead: [] };
  if (["i", "he", "she", "they", "it", "we", "you"].includes(words[0]!.word)) return undefined;
  return { found: { ...ideal, shape: "thing", body: [...addedAll("that"), ...words] }, lead: [] };
}

/** "Do we have to learn it by heart", though no mark says that it asks. */
export const isInvertedQuestion = (words: readonly Word[]): boolean =>
  ["do", "does", "did", "is", "are", "should", "must", "may", "shall", "can", "could"].includes(words[0]!.word) &&
  ["i", "we", "he", "she", "they", "it", "people", "one"].includes(wordAt(words, 1));

/** A rule at the beginning of a clause, or behind what only says when it holds. */
export function readAnywhere(
  words: readonly Word[],
  topic: Topic,
  asks: boolean,
  alone: boolean,
): { found: Finding; lead: readonly Word[] } | undefined {
  if (asks) {
    const found = readDuty(words, 0);
    return found && ["could", "can", "would", "will", "may", "do", "is", "how"].includes(words[0]!.word)
      ? { found, lead: [] }
      : undefined;
  }
  const direct = readAt(words, 0, allReaders) ?? readPronoun(words, topic);
  const noun = direct !== undefined && direct.weight <= -3 && isVerbless(words) ? readVerbless(words, 0) : undefined;
  if (noun && noun.weight > direct!.weight) return { found: noun, lead: [] };
  if (direct) return { found: direct, lead: [] };
  if (
    prepositions.has(words[0]!.word) ||
    subordinators.has(words[0]!.word) ||
    words[0]!.word === "every" ||
    words[0]!.word === "any"
  ) {
    for (let at = 1; at < Math.min(words.length - 1, 20); at++) {
      if (adverbs.has(words[at]!.word) && words[at]!.word !== "always") continue;
      if (auxiliaries.has(words[at - 1]!.word) || (at < 3 && subordinators.has(words[0]!.word))) continue;
      const soft = ["possible", "can"].includes(words[at - 1]!.word);
      const found = readAt(words, at, [...readers, readConvention, ...(soft ? [readImperative] : [])]);
      if (found && !isOfThing(words, at) && !(words[at]!.word === "you" && isElsewhere(words.slice(0, at))))
        return { found, lead: words.slice(0, at) };
    }
  }
  const verbless = isVerbless(words) ? readVerbless(words, 0) : undefined;
  return verbless && (alone || isArrangement(verbless)) ? { found: verbless, lead: [] } : undefined;
}

/** "Every boat we lend must have oars": what somebody does only says which thing it is. */
const isOfThing = (words: readonly Word[], at: number): boolean =>
  ["every", "any"].includes(words[0]!.word) &&
  subjects.has(words[at]!.word) &&
  words.some(({ word }, place) => place > at + 1 && (modals.has(word) || word === "has" || word === "needs"));

/** "In Japan", "under warranty": where anybody must, and not the assistant alone. */
const isElsewhere = (lead: readonly Word[]): boolean =>
  ["in", "at", "under", "on"].includes(lead[0]!.word) &&
  !lead.some(
    ({ word }) =>
      ["my", "our", "your", "this", "every", "each", "any", "all"].includes(word) || isPlural(word) || isOutput(word),
  );

function readAt(words: readonly Word[], at: number, list: readonly Reader[]): Finding | undefined {
  if (
    words[at]!.word === "let" &&
    words[at + 1]?.word === "us" &&
    words[at + 2] !== undefined &&
    words[at + 2]!.word !== "not"
  ) {
    return readAt(words, at + 2, list);
  }
  for (const read of list) {
    const found = read(words, at);
    if (found) return found;
  }
  return undefined;
}

const dutiful = new Set(["never", "not", "need", "needs", "have", "has", "is", "are", "banned", "forbidden"]);

/** "It must never run at night", where it is known what "it" is. */
function readPronoun(words: readonly Word[], topic: Topic): Finding | undefined {
  const { word } = words[0]!;
  if ((word !== "it" && word !== "they" && word !== "those") || topic.length === 0) return undefined;
  if (!words.some(({ word }) => modals.has(word) || dutiful.has(word))) return undefined;
  return readOfThings([...topic, ...words.slice(1)], 0);
}
