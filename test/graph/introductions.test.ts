import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** How people introduce themselves and theirs. Said on 2026-03-11. */

describe("a name with an occupation behind it", () => {
  test.each([
    [
      "I'm Tomasz, backend dev at Parcelo",
      ["user named Tomasz ..", "user works_as backend dev ..", "user works_at Parcelo .."],
    ],
    ["Hi, I'm Vera Lund, head of design at Kestrel.", ["user named Vera Lund ..", "user works_at Kestrel .."]],
    ["I am Bo, a freelance translator.", ["user named Bo ..", "user works_as freelance translator .."]],
  ])("%s", (text, facts) => {
    expect(told(text)).toEqual(expect.arrayContaining(facts));
  });

  test.each([
    "I'm French, a baker in Lyon.",
    "I'm Finnish, a baker at Fazer.",
    "I'm Hungry, sorry.",
    "I'm sorry, the driver is late.",
    "My brother says I'm Batman, driver of a hatchback.",
  ])("%s It names nobody", (text) => {
    expect(told(text).filter((fact) => fact.includes("named"))).toEqual([]);
  });
});

describe("whose children are named", () => {
  const leoAndMia = ["user parent_of Leo ..", "user parent_of Mia .."];

  test.each([
    "I'm a mum of two: Leo (9) and Mia.",
    "I'm Vera, proud dad of two: Leo and Mia.",
    "I am Vera, a mother of two, Leo and Mia.",
  ])("%s", (text) => {
    expect(told(text)).toEqual(expect.arrayContaining(leoAndMia));
  });

  test.each([
    "My sister is a mum of two: Leo and Mia.",
    "Mum of two: Leo and Mia.",
    "I'm with Ana, mum of two: Leo and Mia.",
    "I'm friends with a mum of two: Leo and Mia.",
    "I'm a friend of two: Leo and Mia.",
  ])("%s Not theirs who speak", (text) => {
    expect(told(text).filter((fact) => fact.includes("parent_of"))).toEqual([]);
  });
});

describe("who marries with who speaks", () => {
  test.each([
    [
      "Tunde and I are getting married on 12 June 2027.",
      ["user partner_of Tunde ..", "user married_to Tunde 2027-06-12.."],
    ],
    ["Rosa and I will get married in June.", ["user partner_of Rosa ..", "user married_to Rosa 2026-06.."]],
    ["Kim and I got married in 2014.", ["user married_to Kim 2014.."]],
    ["Sam and I are engaged.", ["user partner_of Sam .."]],
    ["My sister and I are getting married in June.", []],
    ["Ana and I are marrying two brothers in June.", []],
    ["Ana and I might get married in June.", []],
    ["Ana and I are going to a wedding on 12 June.", []],
    ["Ana and I are friends.", []],
  ])("%s", (text, facts) => {
    expect(told(text)).toEqual(facts);
  });
});

test("a verb of the third person without a subject is not of who speaks", () => {
  expect(told("I live with my wife, Eva, hates seafood.")).toEqual(["Eva married_to user .."]);
  expect(told("I like a vet who drinks and hates cats.")).toEqual(["user likes vet .."]);
});
