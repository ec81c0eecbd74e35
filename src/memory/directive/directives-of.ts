import { systemUser } from "../scope.ts";
import { directiveTypes, type Directive, type Signal } from "./directive.ts";
import { fold, type Folded, type Sourced } from "./fold.ts";
import { patternStatements, type PatternEvidence } from "./patterns.ts";
import { priorityOf } from "./priority.ts";
import { statementsOf } from "./statements-of.ts";
import type { TaggedWord } from "./tagged/tagged-word.ts";

/** From and until when messages count, in milliseconds; the first excluded, the last included. */
export type Window = { afterMs: number; untilMs: number };

/**
 * The rules that bind a user: those that messages of the window state, and those that patterns give. A pure function:
 * neither the order of the arguments' rows nor the clock matters. A user is bound by their own words and by `system`'s,
 * and by what operators say to everybody; what assistants and tools say binds nobody. `tagsOf`: what a model takes for
 * rules in a text.
 */
export function directivesOf(
  messages: readonly Signal[],
  patterns: readonly PatternEvidence[],
  window: Window,
  user: string,
  tagsOf: (text: string) => readonly TaggedWord[] | undefined = () => undefined,
): Folded {
  const heard = messages
    .filter(({ saidAtMs }) => saidAtMs > window.afterMs && saidAtMs <= window.untilMs)
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
  const { live, ended } = fold(statements.toSorted((one, other) => one.atMs - other.atMs));
  return { live: live.toSorted(inOrder), ended };
}

/** Whether a message states rules for a user. */
export const binds = ({ origin, user: said }: Signal, user: string): boolean =>
  origin === "operator" || (origin === "user" && (said === user || said === systemUser));

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
