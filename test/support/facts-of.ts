import { derive as deriving, shownFact, type Derived } from "../../src/memory/graph/derive.ts";
import { extractClaims } from "../../src/memory/graph/extract.ts";
import type { Evidence, Fact, MessageClaims } from "../../src/memory/graph/fact.ts";

/** The facts of some messages, whatever their order. `speaker`: the name of who speaks, as if they had said it first. */
export function factsOf(evidence: Evidence[], speaker?: string): Fact[] {
  const messages = evidence.map(({ id, saidAtMs, text }) => ({ id, saidAtMs, claims: extractClaims(text, saidAtMs) }));
  const { facts, names } = derive(speaker === undefined ? messages : [introduction(speaker), ...messages]);
  return facts
    .map((fact) => shownFact(names, fact))
    .map((fact) => ({ ...fact, evidence: fact.evidence.filter((id) => id !== introduced) }))
    .filter((fact) => fact.evidence.length > 0);
}

const introduced = "introduction";

function introduction(object: string): MessageClaims {
  const claim = { kind: "state", subject: { kind: "user" }, predicate: "named", object, from: null, to: null } as const;
  return { id: introduced, saidAtMs: 0, claims: [claim] };
}

/** As the graph derives facts, without a turn for anybody. */
export function derive(messages: MessageClaims[]): Derived {
  const work = deriving(messages);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
