import { describe, expect, test } from "vitest";
import { Mentioned } from "../../src/memory/language/note/mentioned.ts";
import { tokenise } from "../../src/memory/language/tokens.ts";

/** Which of "she" and "they" can only be the user behind some words. */
function onlyUserBehind(text: string): string[] {
  const words = tokenise(text, 100);
  const mentioned = new Mentioned();
  for (const at of words.keys()) mentioned.meet(words, at);
  return ["she", "they"].filter((pronoun) => mentioned.isOnlyUser(pronoun));
}

describe("whom a pronoun of a note may mean", () => {
  test.each(["tea", "a long walk", "the user in Oslo", "was always a status"])("%s: the user alone", (text) => {
    expect(onlyUserBehind(text)).toEqual(["she", "they"]);
  });

  test.each(["two cars", "long walks", "the walls", "a company", "at Siemens", "at IBM"])("%s: several", (text) => {
    expect(onlyUserBehind(text)).toEqual(["she"]);
  });

  test.each([
    "a sister",
    "their mom",
    "my coworkers",
    "a dog",
    "two cats",
    "User's car",
    "with Tom",
    "to Eva",
    "people",
  ])("%s: somebody", (text) => {
    expect(onlyUserBehind(text)).toEqual([]);
  });
});

test("whoever is met without a word for them counts", () => {
  const mentioned = new Mentioned();
  mentioned.meetSomebody();
  expect(mentioned.isOnlyUser("she")).toBe(false);
});
