import { deriveFacts } from "./derive.ts";
import { extractClaims } from "./extract.ts";
import type { Evidence, Fact } from "./fact.ts";

/** The facts of some messages: a pure function of them, whatever their order. */
export function factsOf(evidence: Evidence[], speaker?: string): Fact[] {
  const messages = evidence.map(({ id, saidAtMs, text }) => ({ id, saidAtMs, claims: extractClaims(text, saidAtMs) }));
  return deriveFacts(messages, speaker);
}
