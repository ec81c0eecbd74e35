import { expect, test } from "vitest";
import type { SearchResult } from "../../gen/client/types.ts";
import { blockOf } from "../../src/client/memory/block.ts";

const said = (content: string, created_at: string) =>
  ({ content, source: "signals", metadata: { created_at } }) as unknown as SearchResult; // only what is read of it

test("memories stand in order of time, however it is written", () => {
  const block = blockOf([
    said("third", "2026-05-01T10:00:00.500Z"),
    said("second", "2026-05-01T10:00:00Z"),
    said("first", "2026-05-01T11:30:00+02:00"),
  ]);
  expect(block).toMatch(/first[^]*second[^]*third/u);
});
