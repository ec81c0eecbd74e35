import { factsOf } from "./facts-of.ts";

/** Of messages said a month apart, the last one on 2026-03-11: the facts, as "subject predicate object from..to". */
export function told(...texts: string[]): string[] {
  const evidence = texts.map((text, at) => ({
    id: String(at),
    saidAtMs: Date.UTC(2026, 2 - (texts.length - 1 - at), 11, 10),
    text,
  }));
  return factsOf(evidence).map(
    ({ subject, predicate, object, validFrom, validTo }) =>
      `${subject} ${predicate} ${object} ${validFrom ?? ""}..${validTo ?? ""}`,
  );
}
