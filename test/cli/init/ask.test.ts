import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../../src/cli/init/ask.ts";

const asked = (said: string) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  input.end(said);
  return ask("Write this?", { input, output });
};

test.each([
  ["y\n", true],
  ["Yes \n", true],
  ["n\n", false],
  ["\n", false],
  ["yesterday\n", false],
])("%j is %s", async (said, answer) => {
  expect(await asked(said)).toBe(answer);
});

test("who leaves without an answer has given none", async () => {
  expect(await asked("")).toBeUndefined();
});

test.each([
  ["Ctrl+C", "\x03"],
  ["Ctrl+D", "\x04"],
])("%s at a terminal is leaving", async (_, typed) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const answer = ask("Write this?", { input, output });
  input.write(typed);
  expect(await answer).toBeUndefined();
});
