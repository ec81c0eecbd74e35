/** "1 message", "2 messages"; `many` where it is not `one` with an s. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** What an export holds, or an import has stored. */
export function countAll(all: { messages: number; patterns: number; outcomes: number; directives: number }): string {
  const memories = [count(all.messages, "message"), count(all.patterns, "pattern"), count(all.outcomes, "outcome")];
  return `${memories.join(", ")} and ${count(all.directives, "decision on directives", "decisions on directives")}`;
}
