import { wordSet } from "../language/word-set.ts";
import type { Sentence } from "./parse/sentences.ts";
import { hearsay } from "./words/common.ts";

/**
 * How a sentence is meant. `plain`: it states. `names`: only who is called by which role counts, as in a question.
 * `nothing`: not even that. `rest`: nor anything that follows in the message, which is a story or a text to work on.
 */
export type Frame = "plain" | "names" | "nothing" | "rest";

const requests = wordSet(
  `translate summarise summarize rewrite rephrase proofread shorten correct fix edit paraphrase convert
   improve polish explain analyse analyze review classify extract simplify format parse reword`,
);
const tellings = wordSet("write tell continue invent create draft compose make generate");
const works = wordSet(
  `story stories poem novel scene dialogue song tale limerick sketch script joke
   character fairytale chapter screenplay haiku rap ballad monologue fanfic fable`,
);
const supposing = new Set(["imagine", "suppose", "supposing", "pretend", "assume", "say"]);
const fictions = wordSet(
  "novel story game book film movie script dream campaign screenplay play character comic series fanfic",
);
const politeness = wordSet("please can could would you now ok okay and then also just hey hi , let 's us");
const asks = wordSet(
  `what who whom whose which where why how is are was were do does
   did can could should would will have has am shall may`,
);
const subjects = wordSet(
  "i you we they he she it my your our the there this that these those someone anyone people a an",
);

export function frameOf(sentence: Sentence): Frame {
  const words = sentence.tokens.map(({ lower }) => lower);
  const start = firstWord(words);
  const first = words[start] ?? "";
  if (isFiction(words, start, first)) return "rest";
  if (requests.has(first) || (first === "turn" && words[start + 1] === "this"))
    return sentence.introduces || words.includes(":") || sentence.source.includes("…") ? "rest" : "names";
  if (sentence.question || isAsking(words)) return "names";
  if (words[0] === "if" || first === "if" || (words[0] === "as" && words[1] === "if")) return "nothing";
  return isHearsay(words) ? "names" : "plain";
}

function firstWord(words: string[]): number {
  let at = 0;
  while (at < words.length && politeness.has(words[at]!)) at++;
  return at;
}

function isFiction(words: string[], start: number, first: string): boolean {
  if (supposing.has(first) && (first !== "say" || words[0] === "let")) return true;
  if (words[0] === "let" && words[1] === "'s" && (words.includes("play") || words.includes("pretend"))) return true;
  if (words.includes("role-play") || words.includes("roleplay")) return true;
  if (tellings.has(first) && words.slice(start).some((word) => works.has(word))) return true;
  if (words[0] === "you" && words[1] === "are" && words.includes("a") && words.length < 14) return true;
  // "in my novel", "my character"
  return words.some(
    (word, at) =>
      word === "my" &&
      (fictions.has(words[at + 1] ?? "") || fictions.has(words[at + 2] ?? "")) &&
      (words[at - 1] === "in" || words[at + 1] === "character"),
  );
}

/** A question without its mark: "what does a notary do". */
function isAsking(words: string[]): boolean {
  const [first = "", second = "", third = ""] = words;
  if (!asks.has(first)) return false;
  const inverted = subjects.has(second) && !["is", "was", "are", "were"].includes(third);
  const asked = ["what", "who", "where", "why", "how", "which"].includes(first);
  return (!asked && inverted) || (asked && (asks.has(second) || asks.has(third) || second === "'s"));
}

function isHearsay(words: string[]): boolean {
  return words.some(
    (word, at) =>
      hearsay.has(word) &&
      (word !== "heard" || words[at - 1] === "i" || words[at - 1] === "we" || words[at - 1] === "'ve"),
  );
}
