import { forbids, type DirectiveType } from "../directive.ts";
import { find, phrases } from "../text/match.ts";
import { addedAll, joined, wordAt, type Word } from "../text/word.ts";
import { baseOfGerund, baseOfParticiple, gerund, isNounToo, verbs } from "../words/verbs.ts";
import { wordSet } from "../../language/word-set.ts";
import { isNumber } from "../lasting/lasting.ts";
import { prepositions } from "../words/classes.ts";
import type { Finding } from "../finding.ts";
import { trimmed } from "./trim.ts";

const wordsMax = 60;

const softeners = phrases(`
  if|where|when|wherever|whenever it|that|this is at? all? possible|feasible|doable|available|practical
  if|where|when|wherever|whenever at all possible|feasible|doable
  if|where|when|wherever|whenever possible|feasible|available|practical
  if it|that can be done|arranged|managed|helped
  if you can manage|help
  if there are|is any|one|some
  all else|things being equal
  other things being equal
  if you can
  where|wherever|when|whenever you can
  if it can be avoided
  unless necessary
  unless you must|have
  if you like
  if|when|where|wherever|whenever there is a? choice
  if|when|where|wherever|whenever it makes sense
  if|when|where|wherever|whenever it works|fits|helps
  if|when|where|wherever|whenever you have the|a choice
  given the choice
  where|wherever|when|whenever practical|feasible|reasonable|sensible
  ideally
  preferably
  as far as possible
  try to
  unless it cannot be helped
  `);

/** What weakens wins: "never X if you can" is to be avoided, "always X if possible" is preferred. */
export function softened(type: DirectiveType, clause: readonly Word[], lead: readonly Word[]): DirectiveType {
  if (find(clause, softeners) < 0 && find(lead, softeners) < 0) return type;
  return type === "MUST" ? "PREFER" : type === "NEVER" ? "AVOID" : type;
}

/** The text of a rule: imperative, one line, no full stop. Empty where nothing is left of it. */
export function rendered(found: Finding, type: DirectiveType, lead: readonly Word[], trim = trimmed): string {
  const core = trim(found.body).slice(0, wordsMax);
  if (core.length === 0) return "";
  const words = [...opened({ ...found, body: core }, type), ...condition(lead)];
  const text = joined(words)
    .replace(/\s+/gu, " ")
    .replace(/ ([,;:])/gu, "$1")
    .replace(/[\s,;:.!?-]+$/u, "")
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The body with what its type begins with. */
function opened(found: Finding, type: DirectiveType): readonly Word[] {
  const { shape, body: said, absolute, type: own } = forbids(type) ? withoutStopping(found) : found;
  const softens = own !== type;
  const body =
    verbs.has(said[0]!.word) && said[0]!.start >= 0 ? [{ ...said[0]!, text: said[0]!.word }, ...said.slice(1)] : said;
  const verbed = shape === "gerund" ? asVerb(body) : body;
  const isWhole = shape === "whole";
  const first = body[0]!.word;
  switch (type) {
    case "MUST":
      return shape === "thing" ? [...addedAll("Have"), ...body] : verbed;
    case "NEVER":
      if (isWhole) return body;
      if (shape === "thing") return [...addedAll(isDone(body) ? "Do not have" : "Do not use"), ...body];
      return [...addedAll(absolute ? "Never" : "Do not"), ...verbed];
    case "PREFER":
      if (isWhole) return verbs.has(first) || !softens ? body : [...addedAll("Prefer"), ...body];
      if (shape === "thing" || shape === "gerund") return [...addedAll("Prefer"), ...preferred(body)];
      return [...addedAll(body.some(({ word }) => word === "than") ? "Prefer to" : "Try to"), ...body];
    case "AVOID":
      if (isWhole) return /^(?:no|not|never|do)$/u.test(first) ? [...addedAll("Avoid"), ...body.slice(1)] : body;
      return [...addedAll("Avoid"), ...(shape === "verb" ? asGerund(body) : body)];
  }
}

/** "Meetings scheduled before ten", "anything published". */
export const isDone = (body: readonly Word[]): boolean =>
  body
    .slice(1, doneMax)
    .some(({ word }) => (/(?:ed|en)$/u.test(word) || !verbs.has(word)) && baseOfParticiple(word) !== undefined);
const doneMax = 4;

/** "verbs to nouns" is "verbs over nouns"; "paying rather than owing" stays. */
function preferred(body: readonly Word[]): readonly Word[] {
  const rather = body.findIndex(({ word }, at) => word === "rather" && body[at + 1]?.word === "than");
  if (rather > 0) return [...body.slice(0, rather), ...addedAll("over"), ...body.slice(rather + 2)];
  const to = body.findIndex(
    ({ word }, at) =>
      at > 0 &&
      word === "to" &&
      body[at + 1] !== undefined &&
      !verbs.has(body[at + 1]!.word) &&
      !isNumber(body[at + 1]!.word),
  );
  return to > 0 && !prepositions.has(body[to - 1]!.word)
    ? [...body.slice(0, to), ...addedAll("over"), ...body.slice(to + 1)]
    : body;
}

/** "Stop using tabs" is "do not use tabs", "stop with the tabs" is "no tabs": a ban on stopping says the opposite. */
function withoutStopping(found: Finding): Finding {
  const [first, ...rest] = found.body;
  const next = wordAt(rest, 0);
  if (found.shape !== "whole" || !stopping.has(first!.word)) return found;
  if (baseOfGerund(next) !== undefined) return { ...found, shape: "gerund", body: rest };
  if (next !== "with" && !next.endsWith("ing")) return found;
  const thing = next === "with" ? rest.slice(articles.has(wordAt(rest, 1)) ? 2 : 1) : rest;
  return thing.length === 0 ? found : { ...found, body: [...addedAll("No"), ...thing] };
}
const stopping = wordSet("stop quit cease");
const articles = wordSet("a an any the");

/** "Calling me Bob and writing letters" is "call me Bob and write letters"; "testing" may be a thing. */
const asVerb = (body: readonly Word[]): readonly Word[] =>
  body.flatMap((word, at) => {
    const base = baseOfGerund(word.word);
    const isNext = ["and", "or"].includes(wordAt(body, at - 1)) && base !== undefined && !isNounToo(base);
    return base !== undefined && (at === 0 || isNext) ? addedAll(base) : [word];
  });

function asGerund(body: readonly Word[]): readonly Word[] {
  const { word } = body[0]!;
  return word.endsWith("ing") && !verbs.has(word) ? body : [...addedAll(gerund(word)), ...body.slice(1)];
}

const general = phrases("in general\ngenerally");
const empty = phrases(`
  from now|today|here|then
  in future|general|principle|the
  for the record|future
  as a rule|general|team
  by default
  by the way
  if you can|do|could|please|like
  if possible|it
  where|when you can
  at all
  on the other
  in my|our opinion|view
  with that
  on second thought|thoughts
  for what it
  `);

/** What limits the rule, behind it. */
function condition(lead: readonly Word[]): readonly Word[] {
  const said = find(lead, empty, 0, 1) === 0 && (lead.length <= 4 || lead[0]!.word !== "if");
  if (lead.length === 0 || said || find(lead, general) >= 0) return [];
  const [first, ...rest] = trimmed(lead);
  if (first === undefined) return [];
  const keepsCase = first.kind === "quote" || first.word === "i" || /^\p{Lu}{2}/u.test(first.text);
  return [
    keepsCase ? first : { ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1), end: -1 },
    ...rest,
  ];
}
