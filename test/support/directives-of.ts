import { directiveTypes, type Directive } from "../../src/memory/directive/directive.ts";
import { Folding, type Folded, type Sourced } from "../../src/memory/directive/fold.ts";
import { patternStatements, type PatternEvidence } from "../../src/memory/directive/patterns.ts";
import { priorityOf } from "../../src/memory/directive/priority.ts";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import type { TaggedWord } from "../../src/memory/directive/tagged/tagged-word.ts";
import type { Origin } from "../../src/memory/entity/layer.ts";
import { heardAtMs } from "../../src/memory/ids.ts";
import { systemUser } from "../../src/memory/scope.ts";

/** What rules may be taken from: a message as it was stored. */
export type Signal = {
  id: string;
  user: string;
  sessionId: string;
  origin: Origin;
  saidAtMs: number;
  text: string;
};

/**
 * The definition that what is kept must agree with: the rules that bind a user, those that messages said after a time
 * state and those that patterns give. A pure function: neither the order of the arguments' rows nor the clock matters. A user
 * is bound by their own words and by `system`'s, and by what operators say to everybody; what assistants and tools say
 * binds nobody. `tagsOf`: what a model takes for rules in a text.
 */
export function directivesOf(
  messages: readonly Signal[],
  patterns: readonly PatternEvidence[],
  afterMs: number,
  user: string,
  tagsOf: (text: string) => readonly TaggedWord[] | undefined = () => undefined,
): Folded {
  const heard = messages
    .map((message) => ({ ...message, saidAtMs: heardAtMs(message) }))
    .filter(({ saidAtMs }) => saidAtMs > afterMs)
    .filter((message) => binds(message, user))
    .toSorted((one, other) => one.saidAtMs - other.saidAtMs || compare(one.id, other.id));
  const before = new Map<string, string>();
  const statements: Sourced[] = [];
  for (const message of heard) {
    const conversation = JSON.stringify([message.user, message.sessionId]);
    for (const statement of statementsOf(message.text, {
      before: before.get(conversation),
      tagged: tagsOf(message.text),
    })) {
      statements.push({
        statement,
        source: `signal:${message.id}`,
        user: message.origin === "operator" ? systemUser : message.user,
        atMs: message.saidAtMs,
        priority: statement.kind === "rule" ? priorityOf(statement, message.origin) : 0,
      });
    }
    before.set(conversation, message.text);
  }
  statements.push(...patternStatements(patterns, user));
  const folding = new Folding();
  for (const each of statements.toSorted((one, other) => one.atMs - other.atMs)) folding.say(each);
  const { live, ended } = folding.rules();
  return { live: live.toSorted(inOrder), ended };
}

/** Whether a message states rules for a user. */
const binds = ({ origin, user: said }: Signal, user: string): boolean =>
  origin === "operator" || (origin === "user" && (said === user || said === systemUser));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** MUST, NEVER, PREFER, AVOID; then the highest priority, the latest, and by source. */
function inOrder(one: Directive, other: Directive): number {
  return (
    directiveTypes.indexOf(one.type) - directiveTypes.indexOf(other.type) ||
    other.priority - one.priority ||
    other.createdAtMs - one.createdAtMs ||
    compare(one.source + one.rule, other.source + other.rule)
  );
}
