import { isReport, isSupposed } from "../../directive/lasting/excluded.ts";
import { clausesOf } from "../../directive/text/clause.ts";
import { maskForeign } from "../../directive/text/mask.ts";
import { sentencesOf, type Sentence } from "../../directive/text/sentence.ts";
import { wordsOf } from "../../directive/text/word.ts";
import { asSeen } from "../../language/as-seen.ts";

/** A longer text is read this far. */
const charactersMax = 4_000;

/**
 * What of a message its author says himself, and means: without code, citations and logs, each quotation as one mark,
 * without sentences that report, suppose or joke. Empty where fewer than two words are left.
 */
export function ownText(given: string): string {
  const text = asSeen(given);
  const masked = maskForeign(text.replace(/[‘’]/gu, "'"));
  const sentences = sentencesOf(text, wordsOf(text));
  const own = sentences
    .map((sentence, at) =>
      isMeant(sentence, sentences[at + 1]) ? masked.slice(startOf(sentence), startOf(sentences[at + 1])) : "",
    )
    .join("")
    .replace(/_{2,}/gu, "…")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/\s*\n\s*/gu, "\n")
    .trim();
  const short = own.slice(0, charactersMax);
  return (short.match(/\p{L}{2,}/gu) ?? []).length < 2 ? "" : short.toWellFormed();
}

function isMeant(sentence: Sentence, next: Sentence | undefined): boolean {
  const laughs = next !== undefined && next.joke && next.words.length <= 1;
  if (sentence.joke || laughs || isSupposed(sentence.words.slice(0, 4))) return false;
  return !clausesOf(sentence.words).some(({ words }) => isReport(words));
}

/** Where a sentence begins; `undefined` behind the last one, for the end of the text. */
const startOf = (sentence: Sentence | undefined): number | undefined =>
  sentence?.words.find(({ start }) => start >= 0)?.start;
