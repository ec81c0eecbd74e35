import { addedAll, wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import {
  agents,
  auxiliaries,
  determiners,
  prepositions,
  softPronouns,
  subjects,
  subordinators,
} from "../words/classes.ts";
import { isNumber } from "../lasting/lasting.ts";
import { isPlural } from "../words/plural.ts";
import { baseOfGerund, baseOfParticiple, gerund, isNounToo, verbs } from "../words/verbs.ts";

/** What "it", "them" or "that" may stand for: a noun phrase or an -ing phrase of the sentences before. */
export type Topic = readonly Word[];

const phraseMax = 9;
const particles = wordSet("out up off down on in away for with without about to of");

/** The thing that a clause is about: its subject, or behind "I", "we" and "you" its object. */
export function topicOf(all: readonly Word[]): Topic {
  const words = all[0]?.word === "do" && all[1]?.word === "not" ? all.slice(2) : all;
  const first = words[0];
  if (first === undefined || first.kind !== "word" || ["never", "always", "no", "not", "so"].includes(first.word))
    return [];
  const gerund = words.findIndex(
    ({ word }, at) => at > 0 && words[at - 1]!.word === "keep" && baseOfGerund(word) !== undefined,
  );
  if (gerund > 0) return words.slice(gerund);
  if (!subjects.has(first.word)) {
    const verb = words.findIndex(({ word }) => auxiliaries.has(word));
    const found =
      verb > 0 && !(verbs.has(first.word) && !isNounToo(first.word))
        ? nounPhrase(words, 0, Math.min(verb, phraseMax))
        : verbs.has(first.word)
          ? objectOf(words)
          : nounPhrase(words, 0, words.length);
    return found.some(({ word }) => agents.has(word) || meta.has(word)) ? [] : withoutArticle(loweredTopic(found));
  }
  if (!["i", "we", "you"].includes(first.word)) return [];
  let at = 1;
  while (
    at < words.length &&
    (auxiliaries.has(words[at]!.word) || words[at]!.word === "not" || words[at]!.word === "never")
  )
    at++;
  return objectOf(words.slice(at));
}

/** "You keep yawning", "they reformat lines": what the assistant, or its work, does, as an -ing phrase. */
export function deedOf(words: readonly Word[]): Topic {
  const subject = words.findIndex(({ word }) => word === "you" || word === "they");
  if (subject < 0 || subject > 3) return [];
  let at = subject + 1;
  while (["keep", "always", "just", "constantly", "often", "sometimes", "are"].includes(wordAt(words, at))) at++;
  const verb = words[at];
  if (verb === undefined || words.length - at > phraseMax + 4) return [];
  const base = verbs.has(verb.word) ? verb.word : baseOfGerund(verb.word);
  return base === undefined ? [] : [...addedAll(gerund(base)), ...words.slice(at + 1)];
}

/** "You keep yawning", "you write dates like 3/4": and not "you have it". */
export function isHabit(words: readonly Word[]): boolean {
  const verb = wordAt(words, 1);
  if (words[0]?.word !== "you" || words.length < 4) return false;
  return (
    ["keep", "always", "often", "constantly", "sometimes"].includes(verb) || (verbs.has(verb) && !states.has(verb))
  );
}
const states = wordSet(
  "have be can need want know see think mean say do get must like love let ask find look seem understand believe remember",
);

/** What a rule is announced with. */
const meta = wordSet("rule rules thing things note request wish favour favor question reminder update thanks thank");

/** A sentence's first word, inside another. */
function loweredTopic(words: Topic): Topic {
  const [first, second] = words;
  if (first === undefined || !/^\p{Lu}\p{Ll}/u.test(first.text) || /^\p{Lu}/u.test(second?.text ?? "")) return words;
  return [{ ...first, text: first.text.charAt(0).toLowerCase() + first.text.slice(1) }, ...words.slice(1)];
}

/** Behind a verb and its particle, up to the next preposition. */
export function objectOf(words: readonly Word[]): Topic {
  if (subjects.has(wordAt(words, 0))) return [];
  let from = words[1]?.word === "to" && words.length > 3 ? 3 : 1;
  for (let steps = 0; steps < 2 && particles.has(wordAt(words, from)); steps++) from++;
  while (
    from < Math.min(5, words.length) &&
    ["sure", "that", "me", "us", "not", "even", "to", "certain"].includes(words[from]!.word)
  )
    from++;
  const found = nounPhrase(words, from, words.length);
  return found.length === 1 && softPronouns.has(found[0]!.word) ? [] : withoutArticle(found);
}

const personal = wordSet("i we you he she it they");
const isRegularParticiple = (word: string): boolean => word.endsWith("ed") && baseOfParticiple(word) !== undefined;

function nounPhrase(words: readonly Word[], from: number, to: number): Topic {
  let end = from;
  for (; end < Math.min(to, from + phraseMax); end++) {
    const { word, kind } = words[end]!;
    if (end > from && (auxiliaries.has(word) || (!isNounToo(word) && verbs.has(word)) || isRegularParticiple(word)))
      break;
    if (
      kind === "mark" ||
      (end > from && personal.has(word)) ||
      (subordinators.has(word) && to === words.length) ||
      word === "because" ||
      word === "and" ||
      word === "anywhere" ||
      word === "everywhere"
    )
      break;
    if (prepositions.has(word) && word !== "of" && to === words.length) break;
  }
  return words.slice(from, end);
}

const withoutArticle = (words: Topic): Topic =>
  words.length > 1 && ["those", "these", "every", "each", "all", "any"].includes(words[0]!.word)
    ? words.slice(1)
    : words;

const fixed = wordSet("short brief simple concise clean light formal polite plain easy real casual low tidy");

/** The rule with its pronoun replaced; `resolved` tells whether there was one and it could be. */
export function withTopic(body: readonly Word[], topic: Topic): { body: readonly Word[]; resolved: boolean } {
  for (let at = 0; at < Math.min(body.length, 6); at++) {
    const { word } = body[at]!;
    if (!softPronouns.has(word) || !standsAlone(body, at)) continue;
    if (topic.length === 0 || isHandedOver(body, at)) return { body, resolved: false };
    if (word === "one" && ((body[at - 1]?.start ?? -1) < 0 || determiners.has(body[at - 1]!.word))) continue;
    if (word === "one" && ["to", "or"].includes(wordAt(body, at + 1)) && isNumber(wordAt(body, at + 2))) continue;
    if (word === "one" && !isPlural(topic.at(-1)!.word) && !isPlural(topic[0]!.word)) continue;
    if (body[at - 1]?.word === "do" && baseOfGerund(topic[0]!.word)) {
      const base = addedAll(baseOfGerund(topic[0]!.word)!);
      return { body: [...body.slice(0, at - 1), ...base, ...topic.slice(1), ...body.slice(at + 1)], resolved: true };
    }
    if (word === "there" && !["put", "plan", "book", "schedule", "add", "place"].includes(body[0]!.word)) continue;
    const put = word === "there" ? [...addedAll("on"), ...topic] : topic;
    return { body: [...body.slice(0, at), ...put, ...body.slice(at + 1)], resolved: true };
  }
  return { body, resolved: false };
}

/** "Summarise this": what stands below, whatever was named before. */
const isHandedOver = (body: readonly Word[], at: number): boolean =>
  at === 1 && body[at]!.word === "this" && textWork.has(body[0]!.word);
const textWork = wordSet("translate proofread summarise summarize rephrase paraphrase");

/** "Send it by mail", not "that they" or "any sugar" or "keep it short". */
function standsAlone(body: readonly Word[], at: number): boolean {
  if (body[at - 1]?.word === "like") return false;
  const next = body[at + 1];
  if (next === undefined || next.kind === "mark") return true;
  if (body[at]!.word === "it" && (fixed.has(next.word) || isOfTheHour(body, at))) return false;
  const { word } = body[at]!;
  if (word === "one" || word === "ones" || word === "such" || word === "that" || word === "this") {
    return prepositions.has(next.word) && next.word !== "of";
  }
  if (word === "any" || word === "those" || word === "these") return prepositions.has(next.word) && next.word !== "of";
  return prepositions.has(next.word) || subordinators.has(next.word) || !determiners.has(next.word);
}

/** "When it's raining", "while it is dark", "unless it gets late": the weather, the hour, or what is done, whatever was named before. */
const isOfTheHour = (body: readonly Word[], at: number): boolean =>
  (subordinators.has(wordAt(body, at - 1)) || reasons.has(wordAt(body, at - 1))) && impersonal.has(body[at + 1]!.word);
const reasons = wordSet("because since as");
const impersonal = wordSet("is was gets rains snows");
