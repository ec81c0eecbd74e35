import { expect, test } from "vitest";
import { table } from "../../src/cli/terminal/print.ts";

test("columns stand below each other in a terminal, where some characters take two cells", () => {
  const rows = ["王伟", "김민수", "ｱｲ", "👩‍👩‍👧 home", "Zoe\u0308", "ann"].map((name) => [name, "active"]);
  expect(table(["user", "state"], rows).split("\n")).toEqual([
    "user     state",
    "王伟     active",
    "김민수   active",
    "ｱｲ       active",
    "👩‍👩‍👧 home  active",
    "Zoe\u0308      active",
    "ann      active",
  ]);
});
