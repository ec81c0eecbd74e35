import { describe, expect, test } from "vitest";
import { Bm25 } from "../../src/memory/search/scoring/bm25.ts";
import { QueryTerms } from "../../src/memory/words/query-terms.ts";
import { SessionWords } from "../../src/memory/search/scoring/session-words.ts";
import { termsOf } from "../../src/memory/words/tokenize.ts";
import { ResidentTail } from "../../src/memory/search/resident/resident-tail.ts";
import { PartitionScan } from "../../src/memory/search/resident/scan.ts";
import { memory } from "../fixture/indexed.ts";

/** A search that waits for the base goes on with the tail that it saw, though other searches have brought it up to date. */

const user = memory("m0", 1).user;
const said = (id: string, seq: number, position: number, text: string, sessionId = "s") => {
  const changed = { ...memory(id, seq, { sessionId, position }), terms: termsOf(text) };
  return { id, seq, memory: changed, indexed: undefined };
};

function lookedAt(...changes: ReturnType<typeof said>[]) {
  const tail = new ResidentTail();
  tail.apply(changes);
  const query = new QueryTerms(termsOf("boat"));
  const scan = new PartitionScan(tail.partition(user)!, query, undefined);
  return { tail, query, scan, session: (id = "s") => scan.sessions.get(id)!.session };
}

describe("a look at a partition", () => {
  test("still finds the neighbour that another row has taken the place of", () => {
    const { tail, scan, session } = lookedAt(said("m0", 1, 0, "a boat"), said("m1", 2, 1, "no car"));
    const before = scan.rowAt(session(), 0);
    tail.apply([said("m0", 3, 0, "a boat"), said("m2", 4, 2, "new")]);
    tail.apply([said("m0", 5, 0, "a ship")]);
    expect(before).toMatchObject({ id: "m0", seq: 1 });
    expect(scan.rowAt(session(), 0)).toBe(before);
    expect(scan.rowAt(session(), 2)).toBeUndefined();
    const later = new PartitionScan(tail.partition(user)!, new QueryTerms(termsOf("boat")), undefined);
    expect(later.rowAt(later.sessions.get("s")!.session, 0)).toMatchObject({ seq: 5 });
  });

  test("finds nobody where a row was gone already", () => {
    const { tail } = lookedAt(said("m0", 1, 0, "a boat"), said("m1", 2, 1, "no car"));
    tail.apply([{ id: "m0", seq: 3 }]);
    const scan = new PartitionScan(tail.partition(user)!, new QueryTerms(termsOf("boat")), undefined);
    expect(scan.rowAt(scan.sessions.get("s")!.session, 0)).toBeUndefined();
    expect(scan.rowAt(scan.sessions.get("s")!.session, 1)).toMatchObject({ id: "m1" });
  });

  test("keeps the words of a session whose only row was replaced", () => {
    const { tail, query, scan, session } = lookedAt(said("m0", 1, 0, "a boat"), said("m1", 2, 0, "a car", "other"));
    const score = () => {
      const words = new SessionWords(query, [scan], undefined);
      words.useTail();
      return words.score(session());
    };
    const before = score();
    tail.apply([said("m0", 3, 0, "a car")]);
    expect(before).toBeGreaterThan(0);
    expect(score()).toBe(before);
  });
});

test("the statistics of a look are those of its live rows", () => {
  const { scan } = lookedAt(said("m0", 1, 0, "a boat"), said("m1", 2, 1, "boat boat"), said("m1", 3, 1, "no car"));
  scan.weigh(new Bm25({ texts: 2, totalLength: 3, frequency: scan.frequency }));
  expect([...scan.frequency]).toEqual([1]);
  expect([...scan.words].map((value) => value > 0)).toEqual([true, false, false]);
});
