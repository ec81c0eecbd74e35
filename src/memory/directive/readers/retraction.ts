import { isMomentary } from "../lasting/lasting.ts";
import { pointsAt } from "../lasting/pointing.ts";
import type { Clause } from "../text/clause.ts";
import { find, matchAt, has, phrases, type Match } from "../text/match.ts";
import { joined, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { withoutOpening } from "../wording/opening.ts";
import { beforeAside, trimmed } from "../wording/trim.ts";
import { subjects } from "../words/classes.ts";
import { ownPlaces } from "../words/own-place.ts";
import { verbs } from "../words/verbs.ts";

/** What a clause takes back. */
export type Retraction = {
  /** The words that tell the rule; they may say nothing of it: "forget that". */
  about: string;
  /** It speaks of a rule, or of what held until now; else it only permits what a rule forbids, or spares what one asks for. */
  explicit: boolean;
  /** What it takes back where its words tell no rule: the last of all, one that was stated just before, or none. */
  bare: "last" | "justBefore" | "none";
};

const dismissing = phrases(`
  forget|ignore|scrap|scratch|drop|cancel|disregard|delete|remove|lift about? the|that|my|this
  never mind about? the|what|my|that
  `);
const unsaying = phrases(`
  forget|ignore|scrap|disregard about? what i said about
  i take that|it back
  i take back
  `);
const sparing = phrases(`
  you do not have|need to
  you no longer have|need to
  you need not
  no more? need to|for
  there is no need to
  `);
const permitting = phrases(`
  you may|can ignore|forget|drop|scrap|skip
  you may|can go back to
  you may|can stop
  `);
const permittingAgain = phrases("you can|may\nyou are free|welcome to\nfeel free to\ngo back to");
const again = phrases("again\nany more\nanymore");
const fromNowOn = phrases("from now on");
const over = phrases(`
  is|are lifted|off|gone|over|dropped|cancelled|void|history|obsolete
  has|have been lifted|dropped|cancelled|scrapped|withdrawn|abolished
  no longer applies|holds|counts|matters
  does|do not apply|hold|count any? more?
  can go
  `);
const lifting = phrases(`
  i|we have? lifted|dropped|cancelled|scrapped|withdrawn|abolished
  i|we am|are lifting|dropping|cancelling|scrapping|withdrawing|abolishing
  `);
const fineAgain = phrases(
  `is|are fine|ok|okay|allowed|welcome|good in|at|on|for? this|our? ${ownPlaces}? again|now|after`,
);
const noLonger = phrases("any more|longer\nanymore\nno longer|more");

const rules = wordSet("rule rules ban instruction preference restriction limit requirement request");
/** "Forget that rule", of which there are many: "that request" may be any. */
const ruleAlone = wordSet("rule ban instruction preference restriction");
const dismissals = wordSet("forget scrap scratch disregard");
/** Of a rule they are said, where a thing may be cancelled or deleted itself: "scratch the SBAR thing". */
const unsayings = wordSet("forget ignore scrap scratch drop disregard never");
const pronouns = wordSet("all everything anything what which these those one");

/** What a clause takes back; undefined where it is nothing. `next`: the clause behind it. */
export function readRetraction(clause: Clause, next: Clause | undefined): Retraction | undefined {
  const words = withoutOpening(clause.words);
  return ofRule(words) ?? ofDismissal(words, next) ?? ofPermission(words, [...clause.lead, ...clause.words]);
}

/** "The emoji ban is lifted", "the Friday rule no longer applies", "we have lifted the ban on emojis". */
function ofRule(words: readonly Word[]): Retraction | undefined {
  const lifted = matchAt(words, 0, lifting);
  if (lifted && words.some(({ word }) => ruleAlone.has(word)))
    return retraction(words.slice(lifted.to), { explicit: true, bare: bareOf(words, "none") });
  const verb = find(words, over, 1);
  if (verb < 0 || !words.slice(0, verb).some(({ word }) => rules.has(word))) return undefined;
  return retraction(words.slice(0, verb), { explicit: true, bare: bareOf(words, "none") });
}

/** "Forget the rule about emojis", "scratch that", "I take it back". */
function ofDismissal(words: readonly Word[], next: Clause | undefined): Retraction | undefined {
  const unsaid = matchAt(words, 0, unsaying);
  if (unsaid) return retraction(words.slice(unsaid.to), { explicit: true, bare: bareOf(words, "justBefore") });
  const dismissed = matchAt(words, 0, dismissing);
  if (!dismissed) return undefined;
  const verb = words[0]!.word;
  const told = words.slice(dismissed.to);
  if (dismissals.has(verb) && (told[0] === undefined || told[0].kind === "mark"))
    return { about: "", explicit: true, bare: "justBefore" };
  if (words.some(({ word }) => rules.has(word)))
    return retraction(told, { explicit: true, bare: bareOf(words, "justBefore") });
  if (isMomentary(words)) return undefined;
  const isThing = trimmed(told).at(-1)?.word === "thing";
  if (isThing && unsayings.has(verb)) return retraction(told, { explicit: true, bare: "none" });
  // "Never mind the commas, just fix the title" says what to do this time.
  const isForOnce = next?.link === "comma" && verbs.has(withoutOpening(next.words)[0]?.word ?? "");
  return verb === "never" && !isForOnce ? retraction(told, { explicit: false, bare: "none" }) : undefined;
}

/** "You don't have to cc Maria any more", "you can use emojis again", "deploying on Fridays is fine now". */
function ofPermission(words: readonly Word[], said: readonly Word[]): Retraction | undefined {
  const explicit = has(words, noLonger) || words.some(({ word }) => rules.has(word));
  if (!explicit && (isMomentary(words) || pointsAt(words))) return undefined;
  const spared = matchAt(words, 0, sparing);
  if (spared) return retraction(words.slice(spared.to), { explicit, bare: bareOf(words, "justBefore") });
  const permitted = matchAt(words, 0, permitting) ?? asBefore(words, said);
  if (permitted) return retraction(words.slice(permitted.to), { explicit, bare: bareOf(words, "none") });
  const fine = find(words, fineAgain, 1);
  const isThing = fine > 0 && !isPronoun(words[0]!) && !isPronoun(words[fine - 1]!);
  return isThing ? retraction(words.slice(0, fine), { explicit: false, bare: "none" }) : undefined;
}

/** "Now" alone may be of this once: "you can take photos now, the light is good". */
function asBefore(words: readonly Word[], said: readonly Word[]): Match | undefined {
  return has(beforeAside(words), again) || has(said, fromNowOn) ? matchAt(words, 0, permittingAgain) : undefined;
}

const isPronoun = ({ word }: Word): boolean => subjects.has(word) || pronouns.has(word);

const bareOf = (words: readonly Word[], otherwise: Retraction["bare"]): Retraction["bare"] =>
  words.some(({ word }) => ruleAlone.has(word)) ? "last" : otherwise;

function retraction(words: readonly Word[], { explicit, bare }: Omit<Retraction, "about">): Retraction {
  const about = beforeAside(words).filter(
    ({ word, kind }) => kind !== "mark" && !rules.has(word) && !passing.has(word),
  );
  return { about: joined(about), explicit, bare };
}
const passing = wordSet("said about again thing now anymore longer");
