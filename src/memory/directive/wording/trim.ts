import { matchAt, phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { auxiliaries, determiners, prepositions, subordinators } from "../words/classes.ts";
import { isNounToo, verbs } from "../words/verbs.ts";

/** They only say that a rule is one, or are courtesy. */
const fillers = phrases(`
  from now|today|here|then|tomorrow on|onwards|onward
  going forward|forwards
  in future
  in the future
  for the future
  henceforth
  any more
  anymore
  as a general thing|rule|principle
  as a rule
  in general
  generally
  please
  thank you
  thanks
  if|when you please|like
  if you do not mind
  if|where|when|wherever|whenever it|that|this is at? all? possible|feasible|doable|available|practical
  if|where|when|wherever|whenever at all possible|feasible|doable
  if it|that can be done|arranged|managed
  if you can manage
  if there are|is any|one|some
  ideally
  preferably
  if possible
  if you can|could
  would be nice|good|great|lovely
  if you can avoid|help it
  where|whenever|wherever|when possible
  if it is not too much trouble
  at all times
  with immediate effect
  for me please
  though
  or anything
  or something
  period
  full stop
  in|to my|your opinion
  if you ask me
  by the way
  for good
  without exception
  no exceptions
  once and for all
  on second thought|thoughts
  again
  `);
const extremes = new Set(["always", "ever", "never", "really", "simply", "generally"]);
const continuing = wordSet(
  "not never and or even especially including instead then but only whichever whatever no with every each",
);
const hanging = wordSet("and or but so , : - – — with to that of the also either just i like now");

/** Of words that were picked one by one: without fillers. */
export const picked = (body: readonly Word[]): Word[] => tidied(withoutFillers(body));

/** The rule's words without fillers, and without what a comma only adds. */
export const trimmed = (body: readonly Word[]): Word[] => tidied(withoutMaking(beforeAside(withoutFillers(body))));

const makingMax = 5;
const ofMaking = wordSet("me us up out down together for to will may might would should ever or and");

/** "On every menu card you write for me": whatever it is, the assistant makes it. */
function withoutMaking(words: readonly Word[]): readonly Word[] {
  const you = words.findLastIndex(({ word }) => word === "you");
  const relative = ["that", "which"].includes(wordAt(words, you - 1));
  const end = relative ? you - 1 : you;
  const before = words[end - 1];
  const after = words.slice(you + 1);
  if (end < 3 || before === undefined || before.kind !== "word" || after.length === 0 || after.length > makingMax)
    return words;
  if (
    notNouns.has(before.word) ||
    prepositions.has(before.word) ||
    subordinators.has(before.word) ||
    (verbs.has(before.word) && !isNounToo(before.word))
  )
    return words;
  const made = after.filter(({ word }) => !ofMaking.has(word));
  if (made.length !== 1 || !verbs.has(made[0]!.word)) return words;
  const alone = ["anything", "everything", "something", "whatever", "what"].includes(before.word);
  if (!alone) return words.slice(0, end);
  return prepositions.has(wordAt(words, end - 2)) && end > 4 ? words.slice(0, end - 2) : words;
}
const notNouns = wordSet("and or but as so that than how not do did if is are would like ask let");

export function withoutFillers(body: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (let at = 0; at < body.length;) {
    const filler = matchAt(body, at, fillers);
    // "End it with a period."
    const isThing = ["a", "an", "the"].includes(wordAt(kept, kept.length - 1));
    if (filler && !isThing && !(body[at]!.word === "again" && at === 0)) {
      at = filler.to;
      continue;
    }
    const word = body[at]!;
    const afterMark =
      at > 0 && (body[at + 1] === undefined || body[at + 1]!.kind === "mark" || body[at - 1]!.kind === "mark");
    const contrasts = word.word === "never" && at > 1 && body[at + 1]?.kind === "word";
    if (extremes.has(word.word) && !contrasts && (afterMark || at === 0)) at++;
    else if (isAssent(body, at)) at++;
    else {
      kept.push(word);
      at++;
    }
  }
  return kept;
}

/** "OK, ring me", "ring me first ok"; but not "ask for my OK", "never say ok". */
function isAssent(words: readonly Word[], at: number): boolean {
  if (!["ok", "okay"].includes(words[at]!.word)) return false;
  const before = words[at - 1];
  if (before === undefined || before.kind === "mark") return true;
  if (words[at + 1] !== undefined && words[at + 1]!.kind !== "mark") return false;
  const { word } = before;
  const isSaid = verbs.has(word) && !isNounToo(word);
  return !(isSaid || auxiliaries.has(word) || determiners.has(word) || prepositions.has(word) || word.endsWith("'s"));
}

/** Ends at a comma, unless a list, a condition or an addition goes on behind it. */
export function beforeAside(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at++) {
    if (words[at]!.word !== ",") continue;
    const next = wordAt(words, at + 1);
    if (next === "" || next === "," || isThousand(words, at)) continue;
    if (next === "that" || next === "which" || next === "as") return words.slice(0, at);
    if (next === "not" && words[at + 2]?.word === "even") return words.slice(0, at);
    if (["whatever", "whoever", "whichever", "however"].includes(next)) return words.slice(0, at);
    if (next === "and" && ["that", "this"].includes(wordAt(words, at + 2))) return words.slice(0, at);
    if (continuing.has(next) || prepositions.has(next) || subordinators.has(next)) continue;
    const list = words.slice(at + 1, at + 8).findIndex(({ word }) => word === "and" || word === "or");
    const isList = list >= 0 && list <= 4;
    if (!isList) return words.slice(0, at);
  }
  return words;
}

/** The comma of "3,000". */
const isThousand = (words: readonly Word[], at: number): boolean =>
  /^\d{1,3}$/u.test(words[at - 1]!.word) &&
  /^\d{3}$/u.test(words[at + 1]!.word) &&
  words[at - 1]!.end === words[at + 1]!.start - 1;

function tidied(words: readonly Word[]): Word[] {
  const kept = words.filter(({ word }, at) => !(word === "," && (at === 0 || words[at - 1]!.word === ",")));
  while (kept.length > 1 && hangs(kept)) kept.pop();
  while (kept.length > 1 && kept[0]!.kind === "mark") kept.shift();
  return kept;
}

/** "Unless I say so" ends with "so". */
function hangs(words: readonly Word[]): boolean {
  const [before, last] = [words.at(-2)!.word, words.at(-1)!];
  return last.kind === "mark" || (hanging.has(last.word) && !(last.word === "so" && saying.has(before)));
}
const saying = wordSet("say says said do does did think thinks");
