import { expect, test } from "vitest";
import { baseForm } from "../../src/memory/language/base-form.ts";
import { usesOf } from "../../src/memory/language/wordnet.ts";

const base = (word: string) => baseForm(word, () => false);

test("a word in all its forms, and a phrase, is known by how often it is a noun, a verb or the like", () => {
  expect(usesOf(base("angrily"))).toEqual({ r: 9 });
  expect(usesOf(base("exaggerates"))).toEqual(usesOf(base("exaggerated")));
  expect(usesOf(base("exaggerates"))?.v).toBeGreaterThan(4);
  expect(usesOf("turn up")?.v).toBeDefined();
});

test("a noun is known to be for a person", () => {
  expect(usesOf("boss")).toMatchObject({ n: 9, isPerson: true });
  expect(usesOf("team")).toEqual({ n: 9, v: 0 });
});

test("a noun is known to be for a place", () => {
  expect(usesOf("garden")).toMatchObject({ n: 8, isPlace: true });
  expect(usesOf("canteen")?.isPlace).toBe(true);
  expect(usesOf("evening")?.isPlace).toBeUndefined();
  expect(usesOf("pot")?.isPlace).toBeUndefined();
});

test("what is no word is not known", () => {
  expect(usesOf("no such word")).toBeUndefined();
  expect(usesOf("")).toBeUndefined();
});
