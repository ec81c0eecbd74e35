import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { determiners, prepositions } from "../words/classes.ts";
import { isOutput } from "../words/outputs.ts";
import { creating } from "../words/crafts.ts";
import { baseOfGerund, isNounToo, verbs } from "../words/verbs.ts";
import type { Finding } from "../finding.ts";
import { isBound, isNumber } from "./lasting.ts";
import { isPlural } from "../words/plural.ts";

const pronouns = wordSet("it this that him her them me us these those anything something");

const matters = wordSet("subject topic use issue question mention name");
const styles = wordSet(
  "celsius fahrenheit metric imperial grams ounces millimetres centimetres metres feet inches kilometre kilometres miles litres euros dollars pounds utc iso markdown yaml json bold italics capitals lowercase uppercase bullets spelling english language units tone style system case tense notation format",
);
const adjectives = wordSet(
  "short brief simple concise clean light formal polite plain easy real casual low tidy to under below within civil professional factual neutral",
);

/** The first thing that the rule is about: a definite one is at hand, several or one of its kind are not. */
export function ofObject({ body, shape, type }: Finding, lead: readonly Word[]): number {
  if (shape === "whole" && body[0]?.word === "no") return body.slice(1, 4).some(({ word }) => isPlural(word)) ? 2 : 1;
  const from = shape === "thing" || shape === "gerund" ? (shape === "gerund" ? 1 : 0) : objectAt(body);
  const first = body[from];
  if (first === undefined && isBound(lead)) return 0;
  if (first === undefined)
    return type === "AVOID" && shape === "verb" ? -3 : type === "PREFER" || type === "AVOID" ? -2 : -1;
  const bound = isBound(lead) && !lead.some(({ word }) => word === "the" || word === "this");
  const { word } = first;
  const next = wordAt(body, from + 1);
  if ((word === "anything" || word === "everything") && next !== "") return 1;
  if (word === "it" && adjectives.has(next)) return 0;
  if (bound && (word === "it" || word === "them" || word === "the" || word === "me")) return 0;
  if (word === "something" && next !== "") return 0;
  if (
    ["the", "a", "an"].includes(word) &&
    ["word", "words", "phrase", "term", "expression", "name"].includes(next) &&
    body[from + 2]?.kind === "quote"
  )
    return 1;
  if (pronouns.has(word))
    return next === "" || !/^\p{L}/u.test(next) || prepositions.has(next) || word === "it" || word === "me" ? -2 : -1;
  if (body.slice(from, from + 4).some((each) => styles.has(each.word))) return 2;
  if (word === "the" && matters.has(next) && body[from + 2]?.word === "of") return 0;
  const loose = from > 0 && prepositions.has(body[from - 1]!.word);
  if (word === "the" && loose && !isPlural(next)) return -1;
  if (word === "the") return isPlural(next) || isPlural(wordAt(body, from + 2)) ? 0 : -2;
  if (word === "a" || word === "an") return type === "NEVER" || type === "AVOID" ? 1 : 0;
  if (word === "anything" || word === "everything") return 1;
  const creates = shape === "verb" && type === "MUST" && creating.has(body[0]!.word);
  if (isOutput(word)) return creates ? 1 : 3;
  const near = body.slice(from, from + 4).map((each) => each.word);
  if (body.some((each, at) => at > from && each.word === "per" && !isNumber(body[at - 1]!.word))) return 3;
  if (word === "your" || word === "my" || word === "our") {
    if (near.some(isOutput))
      return word === "your" ? 3 : 2 + (body.length > from + 3 ? ofClass({ body, shape, type }, 1) : 0);
    return near.some(isPlural) ? 1 + ofClass({ body, shape, type }, 1) : 0;
  }
  if (["all", "every", "each"].includes(word) && near.slice(1).some(isOutput) && shape === "thing") return 1;
  if (determiners.has(word) || prepositions.has(word)) return 0;
  if (isNumber(word)) return 0;
  const end = near.findIndex((each) => prepositions.has(each) || !/^[\p{L}]/u.test(each));
  const head = end < 0 ? near : near.slice(0, Math.max(1, end));
  if (head.some((each) => isPlural(each) && !(verbs.has(each) && !isNounToo(each))))
    return 2 + ofClass({ body, shape, type }, end);
  if ((/^\p{Lu}/u.test(first.text) && from > 0) || loose) return 0;
  return first.kind === "word" && /^\p{L}/u.test(word) ? 1 : 0;
}

/** "Cite cases with ...", whenever there are some: but "write tests" makes them once. */
const ofClass = ({ body, shape, type }: Pick<Finding, "body" | "shape" | "type">, end: number): number =>
  shape === "verb" && type === "MUST" && end > 0 && !creating.has(body[0]!.word) ? 1 : 0;

/** Behind the verb that the body begins with, and its particle. */
function objectAt(body: readonly Word[]): number {
  let at = 0;
  while (at < Math.min(body.length, 4)) {
    const { word } = body[at]!;
    const isHead =
      at === 0 ||
      verbs.has(word) ||
      baseOfGerund(word) !== undefined ||
      ["to", "not", "even", "just", "ever", "only", "sure", "that", "away", "clear"].includes(word) ||
      ((word === "me" || word === "us") && at + 1 < body.length);
    if (!isHead && !prepositions.has(word)) break;
    at++;
  }
  return at;
}

/** What is done once to all of something. */
const onceVerbs = wordSet(
  "find list delete remove count check rename fix show move send give tell close open translate merge explain read print name get bring take mark",
);
const quantifiers = wordSet(
  "every each all any anything everything everyone everybody whatever whichever anybody anyone nobody",
);

/** What is done whenever there is something to do it to: "flag any bill that went up". */
const heeding = wordSet(
  "flag warn tell mention report escalate forward log note alert remind notify point mark question challenge correct translate convert round cite",
);

/** "every reply", "in any recipe": less where an imperative only wants all of something done. */
export function ofQuantity(found: Finding, clause: readonly Word[], lead: readonly Word[]): number {
  if (lead.some(({ word }) => quantifiers.has(word))) return 2;
  let best = 0;
  clause.forEach(({ word }, at) => {
    if (!quantifiers.has(word) || (word === "all" && ["at", "after", "of"].includes(wordAt(clause, at - 1)))) return;
    const inPhrase = prepositions.has(wordAt(clause, at - 1));
    if (heeding.has(wordAt(found.body, 0)) && found.shape === "verb") best = Math.max(best, 3);
    const made = found.weight < -1 && found.shape === "verb" && !onceVerbs.has(wordAt(found.body, 0));
    if (made && ["every", "each", "everything"].includes(word)) best = Math.max(best, 3);
    const alone = clause[at + 1] === undefined || clause[at + 1]!.kind === "mark";
    if (
      !onceVerbs.has(wordAt(found.body, 0)) &&
      clause.slice(at + 1, at + 5).some((each) => each.word === "you" || each.word === "i")
    )
      best = Math.max(best, 3);
    best = Math.max(best, alone && !inPhrase ? 0 : inPhrase ? 3 : found.weight < -1 && found.shape === "verb" ? 1 : 2);
  });
  return best;
}
