import { tokenise, type Token } from "../../language/tokens.ts";

/** One sentence as the readers of clauses take it. `source`: its text, as it is seen. */
export type Sentence = {
  source: string;
  tokens: Token[];
  question: boolean;
  /** Its message has no capital letter: names look like other words. */
  lowercase: boolean;
  /** What follows is the text that the sentence asks something about. */
  introduces: boolean;
};

/** Longer ones are lists or logs without full stops: their end is not read. */
const tokensMax = 160;
const sentencesMax = 2_000;

const abbreviation = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|mt|vs|e\.g|i\.e|no|inc|ltd|jr|sr|approx|dept|\p{L})$/iu;

/** Sentences of a text, in its order. */
export function sentencesOf(text: string): Sentence[] {
  const lowercase = !/\p{Lu}/u.test(text);
  const sentences: Sentence[] = [];
  for (const source of parts(text)) {
    const tokens = tokenise(source, tokensMax);
    if (tokens.length === 0) continue;
    const introduces = /(?::|\n)\s*$/u.test(source);
    sentences.push({ source, tokens, question: /\?[\s)]*$/u.test(source), lowercase, introduces });
    if (sentences.length === sentencesMax) break;
  }
  return sentences;
}

function* parts(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!endsSentence(text, at)) continue;
    while (/[.!?…)]/u.test(text[at + 1] ?? "")) at++;
    yield text.slice(start, at + 1);
    start = at + 1;
  }
  if (start < text.length) yield text.slice(start);
}

function endsSentence(text: string, at: number): boolean {
  const char = text[at]!;
  if (char === "\n") return true;
  if (!".!?…".includes(char)) return false;
  if (char === "…") return true;
  const next = text[at + 1] ?? " ";
  if (!/[\s.!?…)]/u.test(next)) return false;
  return char !== "." || !abbreviation.test(text.slice(Math.max(0, at - 8), at));
}
