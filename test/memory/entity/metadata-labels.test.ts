import { expect, test } from "vitest";
import { labelOf, metadataLabels } from "../../../src/memory/entity/metadata-labels.ts";

test("texts, numbers and booleans are labels, and each of them in a list; nothing else is", () => {
  const metadata = {
    topic: "billing",
    ticket: 7,
    open: true,
    teams: ["eu", "us", ["deep"]],
    none: null,
    more: { topic: "x" },
  };
  expect(metadataLabels(metadata)).toEqual([
    labelOf("topic", "billing"),
    labelOf("ticket", 7),
    labelOf("open", true),
    labelOf("teams", "eu"),
    labelOf("teams", "us"),
  ]);
  expect(metadataLabels(undefined)).toEqual([]);
});

test("a label is of one name, one type and one value, however long", () => {
  const labels = [
    labelOf("a", 1),
    labelOf("a", "1"),
    labelOf("b", 1),
    labelOf("a", "x".repeat(10_000)),
    labelOf("a", true),
  ];
  expect(new Set(labels).size).toBe(labels.length);
  for (const label of labels) expect(label).toHaveLength(17);
});

test("what is the same twice is one label, and of very many the first 64 count", () => {
  expect(metadataLabels({ teams: ["eu", "eu"] })).toEqual([labelOf("teams", "eu")]);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`name${i}`, i]));
  expect(metadataLabels(many)).toEqual(
    Object.entries(many)
      .slice(0, 64)
      .map(([name, value]) => labelOf(name, value)),
  );
});
