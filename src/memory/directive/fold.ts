import {
  directiveTypes,
  isPattern,
  type Directive,
  type DirectiveType,
  type EndedDirective,
  type StatedRule,
  type Statement,
} from "./directive.ts";
import {
  choosesOtherwise,
  covered,
  hasSameWords,
  isWithin,
  likeness,
  overlap,
  subjectOf,
  type Subject,
} from "./subject.ts";

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

/** MUST, NEVER, PREFER, AVOID; then the highest priority, the latest, and by source. */
export function inOrder(one: Directive, other: Directive): number {
  return (
    directiveTypes.indexOf(one.type) - directiveTypes.indexOf(other.type) ||
    other.priority - one.priority ||
    other.createdAtMs - one.createdAtMs ||
    compare(one.source + one.rule, other.source + other.rule)
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

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
  !choosesOtherwise(held.subject, subject) &&
  (hasSameWords(held.subject, subject) ||
    (positive(type) &&
      held.directive.source === source &&
      (isWider(subject, held.subject) || isWider(held.subject, subject))));

/** Whether a rule takes the place of another, which is not the same. Two bans hold beside each other: neither is a choice. */
function replaces({ type, changes }: StatedRule, subject: Subject, { directive, subject: before }: Held): boolean {
  if (directive.type === type && isWider(subject, before)) return true;
  const both = overlap(before, subject);
  if (positive(type) !== positive(directive.type) && both >= 0.6 && likeness(before, subject) >= 0.5) return true;
  if (!positive(type) && !positive(directive.type)) return false;
  if (positive(type) && positive(directive.type) && choosesOtherwise(before, subject))
    return hasSameWords(before, subject) || (changes && both >= 0.3) || likenessWithout(before, subject) >= 0.5;
  return changes && both >= 0.5;
}

/** Says the same without a word that limits it: "never share my address" is wider than "... my home address". */
const isWider = (one: Subject, other: Subject): boolean =>
  one.words.size > 0 && one.words.size + 1 === other.words.size && isWithin(one, other);

/** How alike two subjects are but for what they choose. */
function likenessWithout(one: Subject, other: Subject): number {
  const rest = (subject: Subject): Subject => {
    const chosen = subjectOf([...subject.slots.values()].join(" ")).words;
    return { ...subject, words: new Set([...subject.words].filter((word) => !chosen.has(word))) };
  };
  const [first, second] = [rest(one), rest(other)];
  return first.words.size === 0 && second.words.size === 0 ? 1 : likeness(first, second);
}

/** The rule that a retraction is about most, of equals the latest; without words of its own, the latest that was stated. */
function retracted(own: readonly Held[], { about, explicit }: Retraction): Held | undefined {
  const subject = subjectOf(about);
  if (subject.words.size === 0) return own.findLast(isStated);
  let best: Held | undefined;
  for (const held of own) {
    if (!isAbout(subject, held.subject, explicit)) continue;
    if (!best || likeness(held.subject, subject) >= likeness(best.subject, subject)) best = held;
  }
  return best;
}

/** Who speaks of a rule may name it by one of its words; who only permits something must say most of what it forbids. */
function isAbout(retraction: Subject, rule: Subject, explicit: boolean): boolean {
  const [told, ofRule] = [covered(retraction, rule), covered(rule, retraction)];
  return explicit ? told === 1 || (told >= 0.5 && ofRule >= 0.5) : told >= 0.6 && ofRule >= 0.6;
}
