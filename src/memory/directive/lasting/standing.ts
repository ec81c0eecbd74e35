import { isContrast } from "../text/clause.ts";
import { find, has, phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { manyWeekdays, prepositions, subordinators } from "../words/classes.ts";
import { isOutput } from "../words/outputs.ts";
import { creating } from "../words/crafts.ts";
import { baseOfThird, verbs } from "../words/verbs.ts";
import type { Finding } from "../finding.ts";
import {
  asksThen,
  comesAgain,
  emphatic,
  endsLasting,
  hasLimit,
  isBound,
  isNumber,
  isMomentary,
  isOnce,
  lasting,
  ofAll,
  onlyThen,
  thisOnce,
  usual,
  whenAsked,
} from "./lasting.ts";
import { ofObject, ofQuantity } from "./object-score.ts";
import { places, pointsAt } from "./pointing.ts";
import { insisting } from "./reinforcement.ts";
import { isPlural } from "../words/plural.ts";

const conditional = phrases(`
  when|whenever|if|while|where|before|after|unless|until you|i|we|a|an|somebody|someone|anybody|anyone|any|people
  before|after|unless|until|while it|they|there
  before|after|when|while|without running|asking|telling|checking|testing|using|reading|saying|making|putting|giving|writing|sending
  instead of
  rather than
  `);

const permissions = wordSet("ask tell warn check consult wait show confirm let get");
const mannerVerbs = wordSet("speak talk use address be stay");
const hereNow = phrases("here");
const withMe = phrases("with me|us\nto me|us");

/** What a finding is judged by: the clause it is in, what stands before it, and the short sentence after it. */
export type Surroundings = {
  sentence: readonly Word[];
  clause: readonly Word[];
  lead: readonly Word[];
  after: readonly Word[];
};

/** How much speaks for a rule that lasts: above 0 it does. docs/directives.md has the scale. */
export function standing(found: Finding, { sentence, clause, lead, after }: Surroundings): number {
  let score = found.weight;
  if ([clause, lead, after].some((words) => has(words, lasting)) || endsLasting(clause) || emphatic(after)) score += 4;
  if (isBound(lead) && !isMomentary(lead))
    score += !isOnce(lead) ? 3 : lead[0]!.word === "if" && !pointsAt(lead) ? 2 : 0;
  else if (lead[0]?.word === "without" && lead.length > 1 && !pointsAt(lead)) score += 3;
  else if (has(lead, conditional) || lead[0]?.word === "for") score += 2;
  else if (asksThen(found.body) || comesAgain(found.body)) score += 3;
  else if (find(found.body, onlyThen, 1) > 0) score += 3;
  else if (find(found.body, whenAsked, 1) > 0) score += 0;
  else if (isHabitual(found.body)) score += 3;
  else if (find(found.body, conditional, 1) > 0 || hasGerundClause(found.body)) score += 2;
  if (
    clause.some(({ word }, at) => at > 1 && word === "never" && clause[at - 1]!.word === "," && isContrast(clause, at))
  )
    score += 3;
  if (has(clause, contrast) || has(lead, contrast)) score += 3;
  if (hasLimit(found.body)) score += 4;
  if (find(found.body, ownNames, 1) > 0) score += 3;
  const first = wordAt(found.body, 0);
  if (permissions.has(first) && find(found.body, beforeYou, 1) > 0) score += 1;
  if (mannerVerbs.has(first) && find(found.body, withMe, 1) > 0) score += 3;
  if (isManner(found.body)) score += 2;
  if (found.ofThings === true && has(sentence, orElse)) score -= 3;
  if (has(sentence, insisting)) score += 3;
  if (has(sentence, ofAll)) score += 4;
  score += Math.max(ofPlace(found.body), ofPlace(lead));
  if ([...clause, ...lead].some(({ word }) => manyWeekdays.has(word)) || has(clause, usual)) score += 1;
  if (has(clause, ourPlaces) || has(lead, ourPlaces) || isAtOurs(clause) || isAtOurs(lead))
    score += found.weight < -1 ? 3 : 2;
  if (
    clause.at(-1)?.word === "here" &&
    find(clause, hereNow) > 1 &&
    clause[0]!.word !== "we" &&
    clause.at(-2)?.word !== "around"
  )
    score -= 3;
  if (has(sentence, thisOnce)) score -= 4;
  if (isMomentary(clause) || isMomentary(lead)) score -= 4;
  const comes = isBound(lead) && !isOnce(lead);
  if ((pointsAt(found.body) && !comes) || pointsAt(lead)) score -= pointsAt(lead) ? 6 : 3;
  const quantity = ofQuantity(found, clause, lead);
  const object = ofObject(found, lead);
  // That there are many things of a kind is no sign that what is said of them is a rule.
  if (found.ofThings === true && found.natural === true) return score + Math.min(0, object);
  // "The top of every page" is many.
  return score + (quantity >= 3 ? Math.max(0, object) : object) + quantity;
}

const ourPlaces = phrases(`
  around here
    with us
`);

const talking = wordSet("answer reply respond talk speak write explain sound be act stay remain address phrase");
const objects = wordSet("a an the this that it them these those one");

/** "Stay polite", "answer me straight", "reply in full sentences": how, and not what. */
function isManner(body: readonly Word[]): boolean {
  if (!talking.has(wordAt(body, 0))) return false;
  const at = ["me", "us"].includes(wordAt(body, 1)) ? 2 : 1;
  const next = body[at];
  if (next?.kind !== "word" || objects.has(next.word) || isNumber(next.word)) return false;
  if (
    ["of", "about", "to", "with"].includes(next.word) &&
    body.some(({ word }) =>
      ["tense", "voice", "tone", "language", "words", "sentences", "style", "person"].includes(word),
    )
  )
    return true;
  const placed = ["in", "with", "without", "like", "as"].includes(next.word);
  const after = placed ? wordAt(body, at + 1) : next.word;
  if (placed) return !objects.has(after) && !isNumber(after) && body[at + 1] !== undefined;
  return !prepositions.has(next.word) && !isPlural(next.word) && !/^\p{Lu}/u.test(next.text) && !away.has(next.word);
}
const away = wordSet(
  "how what why when where whether who here there home still quiet calm tuned up down now my your our his her to and",
);

/** "... when she gets something right": a case of the present tense, and not "when she is back". */
function isHabitual(body: readonly Word[]): boolean {
  const at = body.findIndex(({ word }, place) => place > 0 && ["when", "whenever", "if", "while"].includes(word));
  if (at < 0 || asking.has(body[0]!.word)) return false;
  return body.slice(at + 2, at + 5).some(({ word }) => {
    const base = baseOfThird(word);
    return base !== undefined && !["be", "have", "arrive", "come", "finish", "return", "call", "reply"].includes(base);
  });
}

/** "Find out when it opens" asks for a time. */
const asking = wordSet("find check tell ask see look know explain show guess say remind");

/** "In this repo", "on our ward". */
const isAtOurs = (words: readonly Word[]): boolean =>
  words.some(
    ({ word }, at) =>
      ["in", "at", "on"].includes(word) &&
      ["this", "our", "my"].includes(wordAt(words, at + 1)) &&
      places.has(wordAt(words, at + 2)),
  );

/** "... or it won't compile": what must be so of itself. */
const orElse = phrases("or it|they|the|you|nothing|otherwise");

/** "before changing an address", "without asking". */
const hasGerundClause = (body: readonly Word[]): boolean =>
  body.some(
    ({ word }, at) =>
      ["before", "after", "without", "when", "while"].includes(word) && /.ing$/u.test(wordAt(body, at + 1)),
  );

const ownNames = phrases("my first|last|full|middle? name|surname|nickname|pronouns|title");
const beforeYou = phrases("before you");

const contrast = phrases("instead of\nrather than\n, not");

/** "in your answers", "for customer mails": among things of which there are many. */
function ofPlace(words: readonly Word[]): number {
  let best = 0;
  const made = creating.has(wordAt(words, 0));
  words.forEach(({ word }, at) => {
    const ours = ["my", "our", "your", "all", "every", "each"].includes(wordAt(words, at + 1));
    if (word === "of" && ours && isOutput(wordAt(words, at + 2))) best = 3;
    if (!prepositions.has(word) || word === "of" || word === "by" || subordinators.has(word)) return;
    const from = word === "out" && words[at + 1]?.word === "of" ? at + 2 : at + 1;
    const next = words.slice(from, from + 3).map((each) => each.word);
    const end = next.findIndex((each) => prepositions.has(each) || !/^\p{L}/u.test(each));
    const phrase = end < 0 ? next : next.slice(0, end);
    if (pointers.has(phrase[0] ?? "")) return;
    if (phrase[0] === "the") best = Math.max(best, isOutput(phrase[1] ?? "") ? 3 : 0);
    else if (made && ["with", "of", "about"].includes(word)) return;
    else if (/^\p{Lu}/u.test(words[from]?.text ?? "") && from > 0) return;
    else if (phrase.some(isOutput)) best = 3;
    else if (phrase.some((each) => isPlural(each) && !verbs.has(each))) best = Math.max(best, 2);
  });
  return best;
}

const pointers = wordSet("this that these those his her their");
