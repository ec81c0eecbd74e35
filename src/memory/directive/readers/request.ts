import { matchAt, phrases } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { baseOfGerund, baseOfParticiple, baseOfThird, isNounToo, verbs } from "../words/verbs.ts";
import { determiners, prepositions, subordinators } from "../words/classes.ts";
import { isPlural } from "../words/plural.ts";
import { isOutput } from "../words/outputs.ts";
import { tellsOfThird } from "../words/third.ts";
import { isSaid } from "./things.ts";
import { finding, type Finding } from "../finding.ts";
import { wordSet } from "../../language/word-set.ts";

/** Requests in the imperative: "never push", "don't use tabs", "avoid raisins", "make sure that ...", "keep it short". */

const forget = phrases(`
  never forget to
  do not ever forget to
  do not you? ever forget to
  you must|may|can|should not|never forget to
  do not fail to
  never fail to
  `);
const reminding = phrases("do not forget to");
const never = phrases(`
  never ever? again?
  do not you? ever|never
  under no circumstances must|should|may|can|are? you? ever?
  on no account must|should|may|can? you? ever?
  in no case must|should|may|can? you?
  at no point|time must|should|may|can? you?
  `);
const dont = phrases(`
  do not
  let us not
  please not
  `);
const whole = {
  AVOID: phrases(`
    stay away|clear
    steer clear
    refrain|abstain|desist from
    go easy|light|easier|lighter on|with
    easy|light on|with
    keep down
    ease up|off on|with
    hold back on|with
    hold off on|with
    shy away from
    be sparing with
    cut down|back on
    tone down
    keep away|clear
    take it easy with|on
    dial down|back
    watch out for
    think twice before
    `),
  PREFER: phrases(`
    lean toward|towards|on
    favour
    opt|go for
    give preference|priority|precedence to
    try and|to
    aim for|to
    `),
  MUST: phrases(`
    make sure|certain
    be sure to
    see to it
    ensure
    remember to|that
    take care to|that
    stick to|with
    `),
};
/** "Make sure to sign" is "sign". */
const assuring = phrases(`
  make sure|certain to
  make sure|certain that? you
  be sure|careful|certain to
  take care to
  remember to
  see to it that you
  ensure that? you
`);
const stopping = phrases(`
  stop
  quit
  no more
  hands|paws|fingers off
  enough of|with
  lay off
  do without
  cease
  `);
const goingWithout = phrases("go without");
const leaving = phrases(`
  skip
  drop
  omit
  ditch
  cut
  scrap
  spare me
  leave out|off
  lose
  `);

const trying = phrases("try to|and\ntry|do your very? best to");
const tryingNot = phrases("try not to\ntry to not");
const avoiding = phrases("try to avoid\ntry and avoid\navoid\nbest|better to? avoid");
const preferring = phrases("prefer");
const tooMuch = phrases("use|add|put less|fewer\nnot too|so much|many");
const only = phrases("only");
const alwaysSaid = phrases("always\nonly ever");

export function readRequest(words: readonly Word[], at: number): Finding | undefined {
  if (words[at] === undefined) return undefined;
  const kept = matchAt(words, at, forget);
  if (kept) return finding("MUST", "verb", words.slice(kept.to), 3, true);
  const reminded = matchAt(words, at, reminding);
  if (reminded) {
    const absolute = words[reminded.to]?.word === "always";
    return finding("MUST", "verb", words.slice(reminded.to + (absolute ? 1 : 0)), absolute ? 3 : 0, absolute);
  }
  return (
    readPlainOrWhole(words, at) ??
    readNever(words, at) ??
    readDont(words, at) ??
    readStopping(words, at) ??
    readAlways(words, at)
  );
}

function readPlainOrWhole(words: readonly Word[], at: number): Finding | undefined {
  const tried = matchAt(words, at, trying);
  if (tried && matchAt(words, tried.to, whole.AVOID)) return finding("AVOID", "whole", words.slice(tried.to), 2);
  if (tried && words[tried.to]?.word === "avoid") return readAvoided(words, tried.to + 1);
  if (tried && words[tried.to - 1]!.word === "to" && words[at + 1]!.word === "your")
    return finding("PREFER", "whole", words.slice(at), 2);
  if (words[at]?.word === "try" && baseOfGerund(wordAt(words, at + 1)))
    return finding("PREFER", "whole", words.slice(at), -1);
  const not = matchAt(words, at, tryingNot);
  if (not) return finding("AVOID", "verb", words.slice(not.to), 2);
  if (verbs.has(wordAt(words, at)) && words.some((_, place) => isSparing(words, place)))
    return finding("AVOID", "whole", words.slice(at), 0);
  const much = matchAt(words, at, tooMuch);
  if (much) return finding("AVOID", "thing", words.slice(much.to), 0);
  const avoid = matchAt(words, at, avoiding);
  if (avoid) return readAvoided(words, avoid.to);
  const prefer = matchAt(words, at, preferring);
  if (prefer && words[prefer.to] !== undefined && words[prefer.to]!.word !== "not")
    return finding("PREFER", "thing", words.slice(prefer.to), 2);
  const assured = matchAt(words, at, assuring);
  if (assured && verbs.has(wordAt(words, assured.to))) return finding("MUST", "verb", words.slice(assured.to), 0);
  for (const type of ["AVOID", "PREFER", "MUST"] as const) {
    const found = matchAt(words, at, whole[type]);
    if (!found) continue;
    if (words[at]!.word === "go" && words[found.to]?.word === "a") return undefined;
    const steer = /^(?:steer|stay|refrain|hold|keep)$/u.test(words[at]!.word);
    return finding(type, "whole", words.slice(at), type === "MUST" ? 0 : steer ? 3 : 2);
  }
  return undefined;
}

/** "Use it sparingly", "lean on it less when you write", but not "less salt" or "ten or less". */
function isSparing(words: readonly Word[], at: number): boolean {
  const [word, next] = [words[at]!.word, wordAt(words, at + 1)];
  if (word !== "less") return word === "sparingly";
  return (
    words[at - 1]?.word !== "or" &&
    (next === "" || prepositions.has(next) || subordinators.has(next)) &&
    next !== "than"
  );
}

function readAvoided(words: readonly Word[], at: number): Finding | undefined {
  const gerund = baseOfGerund(wordAt(words, at)) !== undefined;
  return finding("AVOID", gerund ? "gerund" : "thing", words.slice(at), gerund ? 3 : 2);
}

function readNever(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, never);
  if (!found) return undefined;
  const first = wordAt(words, found.to);
  if (
    words.some(
      ({ word }, place) =>
        word === "i" && ["did", "have", "had", "was", "would", "do"].includes(wordAt(words, place - 1)),
    )
  )
    return undefined;
  if (first === "be" || verbs.has(first)) return finding("NEVER", "verb", words.slice(found.to), 3, true);
  if (commandsNothing(first) || first === "being" || tellsOfThird(words, found.to)) return undefined;
  if (determiners.has(first) || prepositions.has(first) || baseOfGerund(first)) {
    return finding("NEVER", "whole", [...addedAll("not"), ...words.slice(found.to)], 2, true);
  }
  return finding("NEVER", "verb", words.slice(found.to), 3, true);
}

/** "Never seen", "always thought": what tells of experience, behind "never" or "always". */
const commandsNothing = (word: string): boolean =>
  ["had", "been", "seen", "heard", "thought", "felt", "knew", "again", "gonna", "mind", "say"].includes(word) ||
  (!verbs.has(word) && baseOfParticiple(word) !== undefined);

function readDont(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, dont);
  return found && finding("NEVER", "verb", words.slice(found.to), 0);
}

function readStopping(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, stopping);
  if (found) {
    const first = wordAt(words, found.to);
    const isMore = words[at]!.word === "no" || words[at]!.word === "enough";
    const isIdiom = ["do", "go", "lay", "enough", "hands", "paws", "fingers"].includes(words[at]!.word);
    if (baseOfGerund(first) === undefined && !isMore && !isIdiom && first !== "with" && !first.endsWith("ing"))
      return undefined;
    return finding("NEVER", "whole", words.slice(at), isIdiom ? 2 : 1);
  }
  const without = matchAt(words, at, goingWithout);
  if (without) return readGoWithout(words.slice(without.to));
  const left = matchAt(words, at, leaving);
  const out =
    words[at]!.word === "leave" ? words.slice(at + 1, at + 8).findIndex(({ word }) => untouched.has(word)) : -1;
  if (out > 0) return finding("NEVER", "whole", words.slice(at), 0);
  const isSpared = words[at]!.word === "spare";
  if (left && (isSpared || (left.to < words.length && words[left.to]!.word !== "me")))
    return finding("NEVER", "whole", words.slice(at), isSpared ? 3 : 0);
  return readNo(words, at) ?? readKeepOut(words, at);
}

/** "Go without a tie" is "no tie"; "go without asking" is to go. */
function readGoWithout(thing: readonly Word[]): Finding | undefined {
  const [first] = thing;
  if (first === undefined || baseOfGerund(first.word) !== undefined) return undefined;
  const named = ["a", "an", "any", "the"].includes(first.word) ? thing.slice(1) : thing;
  return finding("NEVER", "whole", [...addedAll("No"), ...named], 2);
}

/** "Leave X out", "leave X alone". */
const untouched = new Set(["out", "off", "alone", "aside", "untouched", "be"]);

/** "No fish on Fridays". */
function readNo(words: readonly Word[], at: number): Finding | undefined {
  if (words[at]?.word !== "no" || at + 1 >= words.length || words[at + 1]!.kind === "mark") return undefined;
  const first = words[at + 1]!.word;
  if (idle.has(first) || words.slice(at, at + 5).some(({ word }) => happened.has(word))) return undefined;
  return finding("NEVER", "whole", words.slice(at), 0);
}

const happened = new Set(["was", "were", "is", "are", "came", "so", "left", "has", "have", "works", "worked"]);
const idle =
  wordSet(`need idea doubt wonder worries problem problems rush hurry way thanks thank one i you it we they he she that not but matter longer luck sign
   chance surprise surprises clue offence offense harm pressure complaints reason reply answer news sweat sooner i'm comment such longer
   better bad good doubt later earlier sooner worse higher lower bigger smaller less fewer exception exceptions discussion discussions debate excuse excuses ifs buts compromise compromises question questions argument arguments ands`);

/** "Keep politics out of it". */
function readKeepOut(words: readonly Word[], at: number): Finding | undefined {
  if (
    words[at]?.word === "stay" &&
    words[at + 1]?.word === "out" &&
    words[at + 2]?.word === "of" &&
    words[at + 3]?.word !== "it"
  )
    return finding("NEVER", "whole", words.slice(at), 3);
  if (words[at]?.word !== "keep") return undefined;
  for (let next = at + 1; next < Math.min(words.length, at + 8); next++) {
    const { word } = words[next]!;
    if (word === "minimum" || (word === "down" && next === words.length - 1))
      return finding("AVOID", "whole", words.slice(at), 1);
    const away = word === "away" || word === "off" || (word === "out" && words[next + 1]?.word === "of");
    if (away) return finding("NEVER", "whole", words.slice(at), 0);
  }
  return undefined;
}

function readAlways(words: readonly Word[], at: number): Finding | undefined {
  const once = matchAt(words, at, only);
  if (once && verbs.has(wordAt(words, once.to)) && words[at + 1]!.word !== "ever") {
    return finding("MUST", "verb", words.slice(at), 1);
  }
  const found = matchAt(words, at, alwaysSaid);
  if (!found) return undefined;
  const first = wordAt(words, found.to);
  const softer = words[at]!.word === "always" ? readPlainOrWhole(words, found.to) : undefined;
  if (softer) return { ...softer, weight: 3, absolute: true };
  const kept = words[at]!.word === "only" ? [words[at]!] : [];
  if (first === "have" && baseOfParticiple(wordAt(words, found.to + 1)) !== undefined) return undefined;
  if (verbs.has(first) || first === "be") {
    return finding("MUST", "verb", kept.length > 0 ? withOnly(words, found.to) : words.slice(found.to), 3, true);
  }
  if (words[found.to + 1]?.word === "to") return undefined;
  if (
    determiners.has(first) ||
    commandsNothing(first) ||
    first === "" ||
    (baseOfThird(first) !== undefined && !isOutput(first))
  )
    return undefined;
  return finding("MUST", "whole", [...kept, ...words.slice(found.to)], 2, true);
}

/** "Only ever book X" is "book only X". */
const withOnly = (words: readonly Word[], at: number): Word[] => [
  words[at]!,
  { ...words[at - 2]!, text: "only", start: -1, end: -1 },
  ...words.slice(at + 1),
];

const mannerAdjectives = wordSet(
  "brief concise polite honest direct formal informal kind blunt specific precise thorough critical strict frank candid succinct terse friendly professional respectful more less as",
);

/** "Answer in French": only where the words around it say that it lasts. */
export function readImperative(words: readonly Word[], at: number): Finding | undefined {
  const first = wordAt(words, at);
  const next = words[at + 1];
  if (first === "be" && mannerAdjectives.has(next?.word ?? "")) return finding("MUST", "verb", words.slice(at), 1);
  if (first.includes("-") && verbs.has(first.slice(first.lastIndexOf("-") + 1)) && next !== undefined)
    return finding("MUST", "verb", words.slice(at), -2);
  if (verbs.has(first) && (next?.word === "nothing" || next?.word === "nobody") && words.length > at + 2)
    return finding("NEVER", "whole", words.slice(at), 0);
  if (verbs.has(first) && words.length === at + 1) return finding("MUST", "verb", words.slice(at), -2);
  if (!verbs.has(first) || next === undefined || next.kind === "mark") return undefined;
  if (["is", "are", "was", "were", "has", "have", "must", "should", "will"].includes(next.word)) return undefined;
  if (isNounToo(first) && isSaid(words.slice(at))) return undefined; // "default arguments are evaluated once"
  if (next.word === "of" && !["speak", "think", "talk", "dispose"].includes(first)) return undefined;
  if (first === "go" && next.word === "for") return undefined;
  if (first === "use" && !determiners.has(next.word) && next.kind === "word" && !["it", "them"].includes(next.word))
    return finding("MUST", "verb", words.slice(at), -1);
  if ((first === "call" || first === "address") && next.word === "me") {
    const named = words[at + 2];
    const calls =
      named !== undefined && named.kind !== "mark" && !prepositions.has(named.word) && !subordinators.has(named.word);
    return finding("MUST", "verb", words.slice(at), calls ? 4 : -2);
  }
  return finding(
    "MUST",
    "verb",
    words.slice(at),
    isNounToo(first) &&
      !isPlural(next.word) &&
      !determiners.has(next.word) &&
      !prepositions.has(next.word) &&
      !isOutput(next.word) &&
      !["me", "us", "it", "them", "something", "anything", "everything"].includes(next.word)
      ? -3
      : -2,
  );
}
