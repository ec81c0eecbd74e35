import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { AppError } from "../../../src/error.ts";
import { askInTurn, mayFallBack } from "../../../src/gateway/upstream/fall-back.ts";
import { unreachable } from "../../../src/gateway/upstream/failure.ts";

const answer = (status: number) => ({ status, headers: {}, body: Readable.from([Buffer.from("said")]) });
const broke = (code: string) => unreachable("openai", Object.assign(new Error(code), { code }));

test.each([
  [new AppError("unavailable", "the circuit is open"), true],
  [broke("ECONNREFUSED"), true],
  [broke("ECONNRESET"), true],
  [broke("UND_ERR_CONNECT_TIMEOUT"), true],
  [broke("UND_ERR_HEADERS_TIMEOUT"), false],
  [new AppError("cancelled", "gone"), false],
  [new AppError("invalid_argument", "wrong"), false],
  [new TypeError("a fault of ours"), false],
])("%s: another is asked: %s", (error, expected) => {
  expect(mayFallBack(error)).toBe(expected);
});

test("the first that is available answers; what the others said is let go of", async () => {
  const answers = [answer(529), answer(429), answer(400), answer(200)];
  const told = await askInTurn([0, 1, 2, 3], async (at) => answers[at]!);
  expect(told).toEqual({ target: 2, answer: answers[2] });
  await new Promise((later) => setTimeout(later, 10));
  expect(answers.map(({ body }) => body.destroyed)).toEqual([true, true, false, false]);
});

test("an error is passed over like an answer, and ends it where it is not of the provider", async () => {
  const asked: number[] = [];
  const turn = (errors: (Error | undefined)[]) =>
    askInTurn([0, 1, 2], async (at) => {
      asked.push(at);
      if (errors[at]) throw errors[at];
      return answer(500);
    });
  await expect(turn([broke("ECONNREFUSED"), undefined, undefined])).resolves.toMatchObject({ target: 2 });
  expect(asked.splice(0)).toEqual([0, 1, 2]);
  await expect(turn([broke("UND_ERR_HEADERS_TIMEOUT")])).rejects.toThrow("did not answer in time");
  expect(asked.splice(0)).toEqual([0]);
  await expect(turn([broke("EPIPE"), broke("EPIPE"), broke("EPIPE")])).rejects.toThrow("cannot be reached");
});
