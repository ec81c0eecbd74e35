import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** Whose a birth is. Said on 2026-03-11. */

describe("a birth whose sentence says of nobody before it is nobody's", () => {
  test.each([
    "Great news: Luna, 2.9 kg, born last Friday",
    "She's here! Hania, 3.4 kg, born on Saturday",
    "Baby Max is here. Born on 14 February, healthy.",
    "Here's the hero of my talk: Grace Hopper. Born in 1906 in New York.",
    "About my dad: born in Lagos, raised in Leeds.",
    "We adopted a foal, born last week.",
    "Portrait of the week: Ada Lovelace, raised in London.",
    "We're celebrating our niece, born on Sunday.",
    "I'm the proud dad of Luna Maria, born in Leeds.",
    "I'm married to Ana, born in Perth.",
    "I'm reading about Frida Kahlo. Born in 1907 in Mexico City, she painted herself.",
  ])("%s", (text) => {
    expect(told(text).filter((fact) => /born_on|comes_from/u.test(fact))).toEqual([]);
    expect(told("I was born on 3 May 1988.", text)).toContain("user born_on 1988-05-03 ..");
  });
});

describe("a birth of whom its clause or the one before names stays theirs", () => {
  test.each([
    ["I'm Vera, born on 3 May 1988 in Perth.", ["user born_on 1988-05-03 ..", "user comes_from Perth .."]],
    ["I was born in Lagos and raised in Leeds.", ["user comes_from Lagos ..", "user comes_from Leeds .."]],
    ["Our daughter Luna was born last Friday.", ["Luna born_on 2026-03-06 .."]],
    ["My brother Samir is a nurse, born in 1990.", ["Samir born_on 1990 .."]],
    ["Ana's born on 3 May.", ["Ana born_on 2025-05-03 .."]],
    ["I'm 29, born in Cebu.", ["user comes_from Cebu .."]],
  ])("%s", (text, facts) => {
    expect(told(text)).toEqual(expect.arrayContaining(facts));
  });
});

test("nobody is born after it is told, nor writes as an infant", () => {
  expect(told("My nephew Bo was born on 4 May 2027.")).not.toContain("Bo born_on 2027-05-04 ..");
  expect(told("I'm a proud uncle, born on Sunday.")).toEqual([]);
});

test("who has a birthday gets another by their own word alone", () => {
  const first = "I was born on 3 May 1988.";
  expect(told(first, "I was born on 4 May 1988.")).toContain("user born_on 1988-05-04 ..");
  expect(told(first, "I'm the fan of a band, born in 1990.")).toEqual(["user born_on 1988-05-03 .."]);
});

test("what others are introduced with is not of who speaks", () => {
  expect(told("Meet Sam: moved to Rome in May.")).toEqual([]);
  expect(told("About my dad: moved to Rome in 2019.")).toEqual([]);
  expect(told("Big news: moved to Rome in May!")).toEqual(["user lives_in Rome 2025-05.."]);
  expect(told("Finally, moved to Rome on 3 May.")).toEqual(["user lives_in Rome 2025-05-03.."]);
});
