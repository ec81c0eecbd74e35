import {
  isPattern,
  type Directive,
  type DirectiveType,
  type EndedDirective,
  type StatedRule,
  type Statement,
} from "./directive.ts";
import { isReordered, isWider, namesOtherwise, saysTheSame, type Phrase } from "./phrase.ts";
import {
  choosesOtherwise,
  covered,
  hasSameWords,
  isOfSameCase,
  isCaseOf,
  isPieceOf,
  likeness,
  overlap,
  subjectOf,
  type Subject,
} from "./subject.ts";
import { withoutOwnPlace } from "./words/own-place.ts";

/** A statement with where and when it was made. */
export type Sourced = { statement: Statement; source: string; user: string; atMs: number; priority: number };

export type Folded = { live: Directive[]; ended: EndedDirective[] };

/** A rule that holds, with what it is about. `worded`: the source whose words the rule has. */
type Held = { directive: Directive; subject: Subject; worded: string };

type Retraction = Extract<Statement, { kind: "retraction" }>;

const positive = (type: DirectiveType): boolean => type === "MUST" || type === "PREFER";

/**
 * Takes statements in the order of time. A rule said again is kept once; a later one on the same subject takes the place
 * of the earlier, of whatever type; only rules of the same user meet. What a pattern says neither ends what a message
 * states nor changes its words.
 */
export class Folding {
  readonly #live: Held[] = [];
  readonly #ended: EndedDirective[] = [];

  rules(): Folded {
    return { live: this.#live.map(({ directive }) => directive), ended: [...this.#ended] };
  }

  /** None may be of an earlier time than those before it. */
  say(said: Sourced): void {
    const own = this.#live.filter(({ directive }) => directive.user === said.user);
    if (said.statement.kind === "retraction") {
      const target = retracted(own, said.statement);
      if (target) this.#end(target, said, "retracted");
      return;
    }
    const stated = said.statement;
    const subject = subjectOf(stated.rule);
    const same = own.find((held) => isSame(held, said, stated.type, subject));
    const replaced = own.filter((held) => held !== same && replaces(stated, subject, held));
    const stands = isPattern(said.source) ? replaced.find(isStated) : undefined;
    if (stands) {
      const { source } = stands.directive;
      this.#ended.push({ ...fresh(said, stated), endedAtMs: said.atMs, endedBy: source, how: "replaced" });
      return;
    }
    if (same && isStated(same) && isPattern(said.source)) {
      this.#live[this.#live.indexOf(same)] = confirmed(same, said);
      return;
    }
    if (same) this.#drop(same);
    for (const held of replaced) this.#end(held, said, "replaced");
    this.#live.push(held(said, stated, subject, same));
  }

  #end(held: Held, by: Sourced, how: EndedDirective["how"]): void {
    this.#drop(held);
    this.#ended.push({ ...held.directive, endedAtMs: by.atMs, endedBy: by.source, how });
  }

  #drop(held: Held): void {
    this.#live.splice(this.#live.indexOf(held), 1);
  }
}

/** A rule that was not said before. */
function fresh({ source, user, atMs, priority }: Sourced, { type, rule }: StatedRule): Directive {
  return { type, rule, priority, source, createdAtMs: atMs, evidence: [source], user };
}

/** Whether a message states it; else only patterns do. */
const isStated = ({ directive }: Held): boolean => !directive.evidence.every(isPattern);

/** The rule as it holds now; of two wordings the one that says more, but a message's own where the other is a pattern's. */
function held(said: Sourced, stated: StatedRule, subject: Subject, same: Held | undefined): Held {
  const directive = fresh(said, stated);
  if (!same) return { directive, subject, worded: said.source };
  const within = [...subject.words].every((word) => same.subject.words.has(word));
  const isFuller =
    within && same.directive.rule.length > stated.rule.length && isStated(same) === !isPattern(said.source);
  const { worded } = isFuller ? same : { worded: said.source };
  return {
    directive: {
      ...directive,
      rule: isFuller ? same.directive.rule : stated.rule,
      priority: Math.min(100, said.priority + repeated),
      evidence: evidenceOf(worded, [...same.directive.evidence, said.source]),
    },
    subject: isFuller ? same.subject : subject,
    worded,
  };
}

/** A rule that a pattern says, too. */
function confirmed({ directive, ...held }: Held, { source }: Sourced): Held {
  const evidence = evidenceOf(held.worded, [...directive.evidence, source]);
  return { ...held, directive: { ...directive, priority: Math.min(100, directive.priority + repeated), evidence } };
}

/** The last, and whoever worded the rule: who erases that takes the words along. */
function evidenceOf(worded: string, all: readonly string[]): string[] {
  const last = all.slice(-evidenceMax);
  return last.includes(worded) ? last : [worded, ...last.slice(1)];
}

/** What a rule gains in priority when it is said again. */
const repeated = 5;
const evidenceMax = 20;

/** In one message, what has all words of another may also be a piece of it: "all of them" behind a rule. */
const isSame = (held: Held, { source }: Sourced, type: DirectiveType, subject: Subject): boolean =>
  held.directive.type === type &&
  (saysTheSame(held.subject.phrase, subject.phrase) ||
    (positive(type) && held.directive.source === source && isPieceOf(held.subject, subject))) &&
  !choosesOtherwise(held.subject, subject);

/** Whether a rule takes the place of another, which is not the same. */
function replaces({ type, changes }: StatedRule, subject: Subject, { directive, subject: before }: Held): boolean {
  if (positive(type) !== positive(directive.type)) return isOpposite(type, subject.phrase, before.phrase);
  if (directive.type === type && isWider(subject.phrase, before.phrase)) return true;
  // Two bans hold beside each other: neither is a choice. What holds in one case is an exception.
  if (!positive(type) || isCaseOf(subject, before)) return false;
  if (!choosesOtherwise(before, subject)) return changes && overlap(before, subject) >= 0.5;
  const turns = changes && overlap(before, subject) >= 0.3;
  return turns || hasSameWords(before, subject) || isAlikeWithout(before, subject);
}

/** A ban ends by what asks for the very same: what is asked for in one case is an exception. */
const isOpposite = (type: DirectiveType, phrase: Phrase, before: Phrase): boolean =>
  positive(type) ? saysTheSame(phrase, before) : isReordered(phrase, before) || isWider(phrase, before);

/** Whether two subjects are alike but for what they choose, and not each of something else. */
function isAlikeWithout(one: Subject, other: Subject): boolean {
  const rest = (subject: Subject): Subject => {
    const { words, choices } = subject;
    return { ...subject, words: new Set([...words].filter((word) => !choices.has(word))) };
  };
  const [first, second] = [rest(one), rest(other)];
  if (first.words.size === 0 && second.words.size === 0) return true;
  const shares = [covered(first, second), covered(second, first)];
  return Math.max(...shares) === 1 && Math.min(...shares) >= 0.5;
}

/**
 * The rule that a retraction is about most, of equals the latest; without words of its own, the latest that was stated. Where no rule is
 * of "this project", one of anywhere is meant.
 */
function retracted(own: readonly Held[], { about, explicit }: Retraction): Held | undefined {
  const subject = subjectOf(about);
  if (subject.words.size === 0) return own.findLast(isStated);
  return mostAbout(own, subject, explicit) ?? mostAbout(own, subjectOf(withoutOwnPlace(about)), explicit);
}

function mostAbout(own: readonly Held[], subject: Subject, explicit: boolean): Held | undefined {
  let best: Held | undefined;
  for (const held of own) {
    if (!isAbout(subject, held.subject, explicit)) continue;
    if (!best || likeness(held.subject, subject) >= likeness(best.subject, subject)) best = held;
  }
  return best;
}

/**
 * Who speaks of a rule may name it by one of its words; who only permits something must say most of what it forbids, and in
 * which case: "you can send mails now" leaves "never send mails without asking".
 */
const isAbout = (retraction: Subject, rule: Subject, explicit: boolean): boolean =>
  covered(retraction, rule) === 1 &&
  !namesOtherwise(retraction.phrase, rule.phrase) &&
  (explicit || (covered(rule, retraction) >= 0.6 && isOfSameCase(retraction, rule)));
