import { describe, expect, test } from "vitest";
import { baseOf, likeness, meaningOf, type Likeness } from "../../src/memory/conflict/lexicon/lexicon.ts";
import { sensesOf, synsetAt } from "../../src/memory/language/wordnet.ts";

const meaning = (text: string) => meaningOf(text.split(" ").map(baseOf).join(" "));

/** Words that the tables written by hand do not have. */
const cases: [action: string, rule: string, likeness: Likeness][] = [
  ["buddy", "friend", "same"],
  ["advertisements", "ads", "same"],
  ["notify", "tell", "same"],
  ["kimonos", "robe", "same"],
  ["robe", "kimono", "wider"],
  ["bravery", "cowardice", "opposed"],
  ["goggles", "candle", "unrelated"],
  ["gxqz", "candle", "unrelated"],
];

describe("what the action says and what the rule says, by WordNet", () => {
  test.each(cases)("%s, %s: %s", (action, rule, expected) => {
    expect(likeness(meaning(rule), meaning(action))).toBe(expected);
  });

  test("a word that is mostly a verb is an act", () => {
    expect([meaning("exaggerating").act, meaning("goggles").act]).toEqual([true, false]);
  });
});

describe("the table", () => {
  test("knows words in all their forms, and phrases", () => {
    expect(sensesOf(baseOf("exaggerates"))?.get("v")).toEqual(sensesOf(baseOf("exaggerated"))?.get("v"));
    expect(sensesOf("turn up")?.has("v")).toBe(true);
    expect(sensesOf("no such word")).toBeUndefined();
    expect(sensesOf("")).toBeUndefined();
  });

  test("leads from a word to what is above it", () => {
    const { synsets } = sensesOf("kimono")!.get("n")!;
    const parents = synsetAt(synsets[0]!).parents;
    expect(sensesOf(baseOf("robe"))!.get("n")!.synsets).toContain(parents[0]);
  });
});
