import { describe, expect, test } from "vitest";
import { factsOf } from "../support/facts-of.ts";

/** What is planned, begins, is replaced or taken back, in whole sentences. */

/** What was said, each "day: text": its facts, as "predicate object from..to". */
function told(...said: string[]): string[] {
  const evidence = said.map((each, at) => {
    const [, day = "", text = ""] = /^([\d-]+): (.*)$/u.exec(each) ?? [];
    return { id: `m${at}`, saidAtMs: Date.parse(`${day}T12:00Z`), text };
  });
  return factsOf(evidence).map(
    ({ predicate, object, validFrom, validTo }) => `${predicate} ${object} ${validFrom ?? ""}..${validTo ?? ""}`,
  );
}

const porto = "2026-01-05: I live in Porto.";
const lisbon = "2026-02-01: I'm moving to Lisbon in July.";
const acme = "2026-01-05: I work at Acme.";
const globex = "2026-02-01: I'm joining Globex in June.";

describe("what begins earlier than it was planned", () => {
  test.each(["I live in Lisbon now.", "I've moved to Lisbon.", "I moved to Lisbon."])("%s", (text) => {
    const moved = ["lives_in Porto ..2026-05-01", "lives_in Lisbon 2026-05-01.."];
    expect(told(porto, lisbon, `2026-05-01: ${text}`)).toEqual(moved);
    expect(told(porto, lisbon, `2026-05-01: ${text}`, "2026-05-20: I live in Lisbon.")).toEqual(moved);
  });

  test.each(["I work at Globex now.", "I joined Globex.", "I'm at Globex now."])("%s", (text) => {
    expect(told(acme, globex, `2026-05-01: ${text}`)).toEqual([
      "works_at Acme ..2026-05-01",
      "works_at Globex 2026-05-01..",
    ]);
  });

  test("ends what was left before when that ended", () => {
    expect(told(acme, globex, "2026-04-01: I left Acme and joined Globex.")).toEqual([
      "works_at Acme ..2026-04-01",
      "works_at Globex 2026-04-01..",
    ]);
  });
});

test.each(["I'm joining Globex.", "I join Globex.", "I'm starting at Globex."])("stays planned: %s", (text) => {
  expect(told(acme, globex, `2026-03-01: ${text}`)).toEqual(["works_at Acme ..2026-06", "works_at Globex 2026-06.."]);
  expect(told(acme, `2026-03-01: ${text}`)).toEqual(["works_at Acme .."]);
});
