import { describe, expect, test } from "vitest";
import { told } from "../support/told.ts";

/** Who is meant by a plural. Said on 2026-03-11. */

test.each([
  ["My twins, Tim and Zoe, love pasta.", ["user parent_of Tim ..", "user parent_of Zoe .."]],
  ["Our twins, Ada and Bo, are 4.", ["user parent_of Ada ..", "Bo age 4 .."]],
  ["We have triplets: Ana, Bo and Cy.", ["user parent_of Cy .."]],
  ["My twin Ada lives in Oslo.", ["Ada sibling_of user .."]],
  ["My twin sisters, Ana and Mia, live in Rome.", ["Ana sibling_of user ..", "Mia sibling_of user .."]],
])("twins are children, and a twin is none: %s", (text, facts) => {
  expect(told(text)).toEqual(expect.arrayContaining(facts));
});

describe("several ages are of as many, each in its turn, or of nobody", () => {
  test.each([
    ["My kids are 9 and 6.", []],
    ["My nieces are 12, 9 and 6 years old.", []],
    ["Ada and Bo are 4 and 6.", ["Ada age 4 ..", "Bo age 6 .."]],
    ["Ada and Bo are 4.", ["Ada age 4 ..", "Bo age 4 .."]],
    ["I'm 41 and tired.", ["user age 41 .."]],
    ["I am 41 and 180 cm tall.", ["user age 41 .."]],
    ["Zoe is 9 and 120 cm tall.", ["Zoe age 9 .."]],
    ["I'm 41, 42 in May.", ["user age 41 .."]],
    ["We are 41 and 43.", []],
  ])("%s", (text, facts) => {
    expect(told(text)).toEqual(facts);
  });
});
