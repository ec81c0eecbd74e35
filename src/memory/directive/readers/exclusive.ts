import { finding, type Finding } from "../finding.ts";
import { find, has, matchAt, phrases } from "../text/match.ts";
import { added, addedAll, wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { prepositions } from "../words/classes.ts";
import { baseOfThird } from "../words/verbs.ts";

/** What is for some alone: "nobody but me touches prod", "no one may open the safe except Ana". */

const none = phrases("nobody\nno one");
const excepting = phrases("but\nexcept for?\nother than\nbesides\napart|aside from\nsave");
const allowed = phrases("may|can|should|must|shall\nis|are allowed|permitted to\nis|are to\ngets|get to");
const subjects: Readonly<Record<string, string>> = { me: "I", us: "we", him: "he", her: "she", them: "they" };
/** Of them it is no rule that others do not: "nobody but me reads the docs" complains. */
const unruled = wordSet(
  `be have know like love hate understand want need live remember think believe care help listen laugh read do clean notice see hear come mind seem
   feel agree get`,
);
/** Who it is for is told in a few words. */
const whoMax = 5;

export function readExclusive(said: readonly Word[]): { found: Finding; lead: readonly Word[] } | undefined {
  const from = nobodyIn(said);
  const found = readNone(said.slice(from));
  return found && { found: { ...found, plain: true }, lead: said.slice(0, from) };
}

/** Whether words say who is excepted, and so ban nobody from anything: they are a rule as they are read here, or none. */
export function isOfSome(said: readonly Word[]): boolean {
  const nobody = matchAt(said, nobodyIn(said), none);
  return (nobody && matchAt(said, nobody.to, excepting)) !== undefined || readExclusive(said) !== undefined;
}

const nobodyIn = (said: readonly Word[]): number =>
  prepositions.has(said[0]!.word) ? Math.max(find(said, none), 0) : 0;

function readNone(words: readonly Word[]): Finding | undefined {
  const nobody = matchAt(words, 0, none);
  if (!nobody) return undefined;
  const exception = matchAt(words, nobody.to, excepting);
  const act = exception ? actFrom(words, exception.to + 1) : actFrom(words, nobody.to);
  if (!act) return undefined;
  if (exception) return only(words.slice(exception.to, act.at), act.base, words.slice(act.to));
  const last = words.findLastIndex((_, at) => at > act.to && matchAt(words, at, excepting) !== undefined);
  const who = last < 0 ? [] : words.slice(matchAt(words, last, excepting)!.to);
  return only(who, act.base, words.slice(act.to, Math.max(last, 0)));
}

type Act = { at: number; to: number; base: string };

/** What is done, from the first place at which somebody may do something. */
function actFrom(words: readonly Word[], from: number): Act | undefined {
  for (let at = from; at < Math.min(from + whoMax, words.length); at++) {
    const modal = matchAt(words, at, allowed);
    if (modal) return { at, to: modal.to + 1, base: wordAt(words, modal.to) };
    const base = baseOfThird(wordAt(words, at));
    if (base !== undefined) return unruled.has(base) ? undefined : { at, to: at + 1, base };
  }
  return undefined;
}

function only(who: readonly Word[], base: string, object: readonly Word[]): Finding | undefined {
  if (who.length === 0 || who.length > whoMax || object.length === 0 || base === "" || has(who, none)) return undefined;
  const subject = who.length === 1 ? subjects[who[0]!.word] : undefined;
  const named = subject === undefined ? who : [added(subject)];
  return finding("MUST", "whole", [...addedAll("only"), ...named, ...addedAll(`may ${base}`), ...object], 3);
}
