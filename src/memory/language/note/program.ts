import { lowerAt, type Token } from "../tokens.ts";
import { wordSet } from "../word-set.ts";
import { behindAdverbs, isOwner, isWish, isWriter, userAt } from "./user-at.ts";

/**
 * What is said of a program's user, and not of somebody who has an assistant: "the user submits the form". Of one sentence; what wants
 * something of its assistant by name is of no program.
 */
export function isOfProgram(sentence: readonly Token[]): boolean {
  const first = sentence.findIndex(({ lower }) => /^\p{L}/u.test(lower));
  const end = userAt(sentence, first);
  if (end === undefined) return sentence.some(({ lower }) => binding.has(lower));
  if (sentence.some((_, at) => isAssistant(sentence, at) || isWriter(sentence, at))) return false;
  if (lowerAt(sentence, end) === "'s") return !isOwner(sentence, end);
  return isStory(sentence, end) || (isWish(sentence, end) && sentence.some(({ lower }) => parts.has(lower)));
}

/** As strictly as "the user" needs, which a program's most often is. */
export function isOfProgramOrOthers(sentence: readonly Token[]): boolean {
  const isNamed = sentence.some((_, at) => isAssistant(sentence, at) || isWriter(sentence, at));
  return sentence.some(
    ({ lower, text }, at) =>
      parts.has(lower) ||
      (text === "," && lowerAt(sentence, at + 1) === "so") ||
      (!isNamed && (binding.has(lower) || (lower === "be" && isEvent(sentence, at)) || isExpected(sentence, at))),
  );
}

export const isAssistant = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "the" && assistants.has(lowerAt(words, at + 1));
const assistants = wordSet("assistant ai chatbot");

/** "User can edit posts", "User wants to see the total": what a program is to let them do, or what they will do once. */
function isStory(words: readonly Token[], end: number): boolean {
  const auxiliary = behindAdverbs(words, end);
  if (lowerAt(words, auxiliary) === "can") return !spared.has(lowerAt(words, auxiliary + 1));
  const isDenied = ["does", "do"].includes(lowerAt(words, auxiliary));
  const verb = isDenied ? behindAdverbs(words, auxiliary + 2) : auxiliary;
  if (!/^(?:want|need|expect)s?$/u.test(lowerAt(words, verb)) || lowerAt(words, verb + 1) !== "to") return false;
  return lowerAt(words, verb + 2) !== "be" || lowerAt(words, verb + 3) === "able";
}

/** "Cannot eat", "can speak". */
const spared = wordSet("not n't speak");

/** "To be notified": a program does that, too. "To be called Ana" is how an assistant is to treat somebody. */
function isEvent(words: readonly Token[], be: number): boolean {
  const done = lowerAt(words, behindAdverbs(words, be + 1));
  return lowerAt(words, be - 1) === "to" && /(?:ed|en|wn|nt)$/u.test(done) && !treating.has(done);
}
const treating = wordSet("called addressed contacted asked referred consulted");

/** "Expects results to be sorted". */
const isExpected = (words: readonly Token[], at: number): boolean =>
  lowerAt(words, at) === "expects" && words.slice(at).some(({ lower }) => lower === "to");

const binding = wordSet("must shall should");

const parts =
  wordSet(`app application apps ui ux page pages screen screens form forms button buttons click clicks clicked clicking
  scroll scrolls submit submits field fields input inputs login logins log logged logs session sessions token tokens cookie cookies captcha error
  errors toast modal dialog popup menu tab dropdown checkbox link links url endpoint api database db table row column cache
  browser component onboarding signup checkout cart order orders ticket story password username account
  accounts profile permission permissions role roles upload uploads download downloads bug crash crashes website site`);

/** "User is an enum": what programs are made of. "A Tesla Model 3" is none. */
export function isKind(words: readonly Token[], end: number): boolean {
  const verb = behindAdverbs(words, end);
  const article = verb + 1;
  if (lowerAt(words, verb) !== "is" || !["a", "an", "the"].includes(lowerAt(words, article))) return false;
  return words.slice(article + 1, article + 4).some(({ text }) => kinds.has(text));
}
const kinds = wordSet(
  "enum struct class record model entity interface object type table array string map dict dictionary tuple schema module variable parameter field column key node hook component",
);
