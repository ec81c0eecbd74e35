import type { Evidence, Fact } from "./fact.ts";

export function factsOf(_evidence: Evidence[], _speaker?: string): Fact[] {
  return [];
}
