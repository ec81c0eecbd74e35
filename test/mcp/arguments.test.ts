import { expect, test } from "vitest";
import { argumentsOf } from "../../src/mcp/arguments.ts";
import { integer, list, object, text } from "../../src/mcp/schema.ts";

const schema = object({ limit: integer(), sources: list(text()) });

test("a text that is none is read as what it stands for", () => {
  expect(argumentsOf({ limit: "5", sources: '["signals"]' }, schema)).toEqual({ limit: 5, sources: ["signals"] });
});

test("a text longer than any list that a model writes is not parsed", () => {
  const long = `[${"[],".repeat(6_000)}[]]`;
  expect(argumentsOf({ sources: long }, schema)).toEqual({ sources: [long] });
  expect(argumentsOf({ limit: `${" ".repeat(20_000)}5` }, schema)).toEqual({ limit: `${" ".repeat(20_000)}5` });
});
