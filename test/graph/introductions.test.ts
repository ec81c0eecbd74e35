import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** How people introduce themselves. Said on 2026-03-11. */

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
