import { describe, expect, it } from "vitest";
import { tokenise } from "../../src/memory/language/tokens.ts";

const tokensOf = (text: string): string[] => tokenise(text, 100).map((token) => token.text);

describe("a full stop", () => {
  it.each([
    ["prices excl. VAT", "excl."],
    ["prices incl. delivery", "incl."],
    ["heat in deg. C", "deg."],
    ["max. two options", "max."],
    ["at least min. 3 copies", "min."],
    ["in units, e.g. grams", "e.g."],
    ["nails, etc. in one table", "etc."],
    ["before 9 a.m. on Sundays", "a.m."],
    ["cite no. 5", "no."],
    ["ask Dr. Sands", "Dr."],
    ["ask J. Sands", "J."],
  ])("that shortens a word is part of it: %s", (text, word) => {
    expect(tokensOf(text)).toContain(word);
    expect(tokensOf(text)).not.toContain(".");
  });

  it.each([
    "Never answer with a plain no. Always give a reason",
    "Bake it at 230 deg. Always preheat",
    "Offer tea, coffee, etc. Never offer wine",
    "Ask Max. Never ask Ben",
    "Keep calls to 10 min. Never call on Sundays",
    "Never call before 9 a.m. Always text first",
    "He and I. Nobody else",
  ])("ends the sentence: %s", (text) => {
    expect(tokensOf(text)).toContain(".");
  });
});
