import { find, matchAt, phrases, search, type Match } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { agents, determiners, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, verbs } from "../words/verbs.ts";
import { isOutput } from "../words/outputs.ts";
import { readRequest } from "./request.ts";
import { finding, type Finding } from "../finding.ts";
import { onlyThen } from "../lasting/lasting.ts";
import { isDone } from "../wording/render.ts";

/** What the assistant is told that it must, may not, or is asked to do: "you must ...", "could you always ...". */

const mustNot = phrases(`
  you must|can|may|should|shall|ought not to?
  you must|can|may|should|shall|are never to?
  you are not|never ever? allowed|permitted|supposed|meant|to to?
  you are forbidden to
  you need to stop
  you would|had better not
  i|we do not|never ever? want|need|expect you to
  i|we never ever? want you to
  let us never
  i|we would not like|want you to
  i|we would ask|want|like|need you not to
  i|we want|need|ask|expect|require you not|never to
  i|we want|need|expect you to not|never
  could|can|would|will you not
  could|can|would|will you never
  could|can|would|will you stop|quit|avoid
  would|do you mind not
  i|we am|are asking you not to
  i|we would be grateful|glad|happy if you did not
  `);
const youMay = phrases("you may|can");
const onlyAllowed = phrases("you may|can|should|are allowed|to? only");
const plainlyUnwanted = phrases(
  "i|we do not want\ni|we never ever? want\ni|we do not need|require a|an|the|your|these|those|so|all",
);
const must = phrases(`
  you must|should|shall
  you have|need|ought got? to
  you will have|need to
  our|my|the policy|rule is to
  it is our|my|a policy|rule here? to
  you are required|expected|supposed|meant? to
  you would|had|have better|got to?
  i|we would be grateful if you would|could?
  it is important|vital|essential|crucial|imperative|necessary|key|critical|paramount that? you
  it is important|vital|essential|crucial|imperative|necessary|key|critical to me? that? you?
  what i want|need is for you to
  i|we must? insist|demand|request|ask that you
  i|we would like to ask you to
  can|could we agree that you
  let us agree that you
  what matters to? me? is that you
  all i ask|want|need is that|for you to?
  i|we am|are asking you to
  `);
const essential = phrases(
  "i|we must? insist|demand|request|ask that\nit is important|vital|essential|crucial|imperative|necessary|key|critical|paramount to|for? me|us? that",
);
const wants = phrases(`
  i|we want|need|expect|require|ask you|us to
    i|we would like|love|want|ask|need you|us to
`);
const ownWish = phrases("i|we would? like|want|try to\ni|we am|are trying to");
const asked = phrases(`
  would|do you mind
  would|could you be so kind|good as to
  would|could you be kind|good enough to
  could|can|would|will you
  can|could|may|might i ask you to
  can|could|may|might i ask that you
  do you think you could
  is|would it be? possible for? you? to
  would it be ok|okay|possible if you
  how about
  can|could|may we
  `);

const mayYou = phrases("may|can|should|must|shall|do|will you");

/** "Only if it is sealed may you refund it". */
function readOnlyIf(words: readonly Word[], at: number): Finding | undefined {
  if (words[at]!.word !== "only" || !subordinators.has(wordAt(words, at + 1))) return undefined;
  const turn = search(words, mayYou, at + 2);
  return turn && finding("MUST", "verb", [...words.slice(turn.to), ...words.slice(at, turn.at)], 2);
}

export function readDuty(words: readonly Word[], at: number): Finding | undefined {
  const onlyIf = readOnlyIf(words, at);
  if (onlyIf) return onlyIf;
  const unseen = matchAt(words, at, unwanted);
  if (unseen) {
    const isOfAny = words[unseen.to - 1]!.word === "any";
    const isEver = unseen.adverbs.has("ever") || words[at + 1]!.word === "never";
    return finding("NEVER", "thing", words.slice(unseen.to), isOfAny ? -1 : isEver ? 2 : 1);
  }
  const unsent = matchAt(words, at, unreceived);
  if (unsent) return finding("NEVER", "whole", [...addedAll("No"), ...words.slice(unsent.to)], 0);
  const no = matchAt(words, at, mustNot);
  if (no) return readForbidden(words, at, no);
  const plain = matchAt(words, at, plainlyUnwanted);
  if (plain && !(words[plain.to - 1]!.word === "want" && isOwnAffair(words.slice(plain.to))))
    return readUnwanted(words.slice(plain.to), words[at + 1]!.word === "never");
  const allowed = matchAt(words, at, onlyAllowed);
  if (allowed && words[allowed.to - 1]!.word === "only")
    return finding("MUST", "verb", words.slice(allowed.to - 1), words[at + 1]!.word === "may" ? 1 : -1);
  const may = matchAt(words, at, youMay);
  if (may && find(words, onlyThen, may.to) > 0)
    return finding("MUST", "verb", words.slice(may.to), words[at + 1]!.word === "may" ? 0 : -1);
  const yes = matchAt(words, at, must);
  if (yes) return readDemand(words, yes, 1);
  const wanted = matchAt(words, at, wants);
  if (wanted) return readDemand(words, wanted, 0);
  const vital = matchAt(words, at, essential);
  if (vital && words[vital.to] !== undefined) return readVital(words.slice(vital.to));
  const own = matchAt(words, at, ownWish);
  const inner = own && readRequest(words, own.to);
  if (inner?.type === "AVOID") return inner;
  const wished = matchAt(words, at, wishes);
  if (wished) {
    if (words[wished.to - 1]!.word === "on") return readInsisted(words.slice(wished.to));
    const found = readWished(words, wished.to);
    return found && wished.adverbs.has("always") ? { ...found, weight: 3 } : found;
  }
  const question = matchAt(words, at, asked);
  if (isGeneralQuestion(words, at)) return undefined;
  return question ? readDemand(words, question, -2) : undefined;
}

/** "I insist that tests run first", "it is vital that no calls be booked". */
function readVital(words: readonly Word[]): Finding | undefined {
  if (words[0]!.word !== "no") return finding("MUST", "whole", [...addedAll("make sure"), ...words], 1);
  return finding(
    "NEVER",
    "whole",
    words.filter(({ word }) => word !== "be"),
    1,
  );
}

const unwanted = phrases(`
  i|we never ever? want to see|hear|read|find|get
  i|we do not ever? want|need to see|hear|read|find|get about?
  i|we do not want|need any
  i|we will|would not have|accept|tolerate|stand|put up? with|for?
  `);

const unreceived = phrases("i|we do not want|wish to receive any?\ni|we never ever? want|wish to receive any?");

/** "I never want pizza on Fridays": whatever it is, it is not for use. */
function readUnwanted(words: readonly Word[], isNever: boolean): Finding | undefined {
  const isBare = words.length > 0 && !determiners.has(words[0]!.word) && !words[0]!.word.startsWith("any");
  if (!isNever || !isBare || isDone(words)) return finding("NEVER", "thing", words, -1);
  return finding("NEVER", "whole", [...addedAll("No"), ...words], -1);
}

/** "I don't want to go", "I never want kids". */
const isOwnAffair = ([first, second]: readonly Word[]): boolean =>
  first === undefined ||
  ["to", "it", "this", "that"].includes(first.word) ||
  (agents.has(first.word) && second === undefined);

/** "Can you always trust ...?" asks about everybody. */
const isGeneralQuestion = (words: readonly Word[], at: number): boolean =>
  words[at]!.word === "can" &&
  words[at + 1]?.word === "you" &&
  !words.some(({ word }) => ["me", "my", "your", "please", "us", "stop", "our"].includes(word));

/** "I'd like all summaries as bullet points": only of many, or of what the assistant makes. */
const wishes = phrases(`
  i|we want|need|expect to have|see|get
  i|we want|need|expect
  i|we would like|love|appreciate to have|see|get
  i|we would like|love|appreciate
  i|we must? insist on
  `);

const isAgent = (words: readonly Word[]): boolean =>
  words.some(
    ({ word }) => agents.has(word) || ["him", "her", "them", "you", "somebody", "someone", "us", "me"].includes(word),
  );
const mannerPrepositions = wordSet("in with without as by before above below after instead");

/** "I insist on the Oxford comma"; who insists on paying does it themselves. */
const readInsisted = (words: readonly Word[]): Finding | undefined =>
  baseOfGerund(wordAt(words, 0)) === undefined ? finding("MUST", "thing", words, 1) : undefined;

function readWished(words: readonly Word[], at: number): Finding | undefined {
  const first = wordAt(words, at);
  if (words.at(-1)!.word === "get" || words.at(-1)!.word === "back") return undefined;
  const wide =
    words.slice(at, at + 4).some(({ word }) => isOutput(word)) ||
    ["all", "every", "each", "any", "my", "our", "your", "only", "no", "everything", "anything"].includes(first);
  if (first === "no") return finding("NEVER", "whole", words.slice(at), 0);
  if (first === "less" || first === "fewer") return finding("AVOID", "thing", words.slice(at + 1), 0);
  const to = words.findIndex(({ word }, place) => place > at && place < at + 6 && word === "to");
  if (to > 0 && verbs.has(wordAt(words, to + 1)) && !isAgent(words.slice(at, to)))
    return finding(
      "MUST",
      "thing",
      [...words.slice(at, to), ...words.slice(to + (words[to + 1]!.word === "be" ? 2 : 1))],
      wide || isPlural(first) ? -1 : -2,
    );
  if (isPlural(first) && words.some(({ word }, place) => place > at && mannerPrepositions.has(word)))
    return finding("MUST", "thing", words.slice(at), -1);
  if (words[at] === undefined || ["to", "it", "this", "that", "you", "be"].includes(first)) return undefined;
  if (first === "a" || first === "an") return finding("MUST", "thing", words.slice(at), -2);
  return finding("MUST", "thing", words.slice(at), wide && words.length > at + 1 ? -2 : -3);
}

/** "You can't pay here in cash" is a fact, "you can't merge my branches" is not. */
const isOurs = (words: readonly Word[]): boolean =>
  words.some(({ word }) => ["me", "my", "us", "our", "we", "this", "unless"].includes(word));

const said = (words: readonly Word[], at: number, to: number, word: string): boolean =>
  words.slice(at, to).some((each) => each.word === word);

function readForbidden(words: readonly Word[], at: number, { to, adverbs }: Match): Finding | undefined {
  const absolute = said(words, at, to, "never") || adverbs.has("ever");
  const first = wordAt(words, to);
  if (isGeneralQuestion(words, at)) return undefined;
  if (first === "have" || first === "be" || first === "") {
    if (!said(words, at, to, "you") || first === "" || said(words, at, to, "must")) return undefined;
  }
  const last = words[to - 1]!.word;
  if (last === "avoid") return finding("AVOID", "thing", words.slice(to), 1);
  if (last === "stop" || last === "quit") return finding("NEVER", "whole", words.slice(to - 1), 1);
  if (last === "not" && words[at]!.word === "would" && baseOfGerund(first)) {
    return finding("NEVER", "gerund", words.slice(to), 2, absolute);
  }
  const may = said(words, at, to, "can") && !absolute;
  return finding("NEVER", "verb", words.slice(to), absolute ? 3 : may ? (isOurs(words) ? 0 : -2) : 1, absolute);
}

function readDemand(words: readonly Word[], { to, adverbs }: Match, weight: number): Finding | undefined {
  let from = to;
  let absolute = adverbs.has("always");
  for (; ["always", "please", "ever", "also", "just"].includes(wordAt(words, from)); from++) {
    if (words[from]!.word === "always") absolute = true;
  }
  const first = wordAt(words, from);
  const inner = readRequest(words, from);
  if (inner && inner.type !== "MUST")
    return { ...inner, weight: Math.max(inner.weight, weight), absolute: absolute || inner.absolute };
  const wanting = words[to - 1]!.word === "to" && words[to - 2]!.word === "you";
  // "you must have meant": a guess.
  if (first === "" || first === "have" || first === "be" || words[from]!.kind === "mark") {
    if (first !== "be" || (!absolute && !wanting)) return undefined;
  }
  if (first === "never") return finding("NEVER", "verb", words.slice(from + 1), 3, true);
  if (first === "not") return finding("NEVER", "verb", words.slice(from + 1), Math.max(0, weight + 1));
  if (first === "avoid") return finding("AVOID", "thing", words.slice(from + 1), 1);
  if (first === "prefer") return finding("PREFER", "thing", words.slice(from + 1), 1);
  if (first === "try" && words[from + 1]?.word === "to")
    return finding("PREFER", "whole", words.slice(from), 1, absolute);
  if (first === "stop" && baseOfGerund(wordAt(words, from + 1))) return finding("NEVER", "whole", words.slice(from), 1);
  const gerund = baseOfGerund(first) !== undefined && words[to - 1]?.word === "mind";
  return finding("MUST", gerund ? "gerund" : "verb", words.slice(from), absolute ? 3 : weight, absolute);
}
