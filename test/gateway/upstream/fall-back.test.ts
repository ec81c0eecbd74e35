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
  const answers = [answer(529), answer(429), answer(200), answer(200)];
  const told = await askInTurn([0, 1, 2, 3], async (at) => answers[at]!);
  expect(told).toEqual({ target: 2, answer: answers[2] });
  await expect.poll(() => answers.map(({ body }) => body.destroyed)).toEqual([true, true, false, false]);
});

test("what the first refuses is the caller's to know", async () => {
  const told = await askInTurn([answer(400), answer(200)], async (each) => each);
  expect(told.answer.status).toBe(400);
});

test("who only stands in and does not take the request leaves it to the next, and at last to the first one's word", async () => {
  const cannotSay = new AppError("invalid_argument", "messages: not in this dialect");
  const turn = (all: [number | Error, ...(number | Error)[]]) => {
    const answers = all.map((each) => (typeof each === "number" ? answer(each) : each));
    const asked = askInTurn(answers as [(typeof answers)[number]], async (each) => {
      if (each instanceof Error) throw each;
      return each;
    });
    return { answers, asked };
  };
  for (const refused of [400, 404, 413, cannotSay]) {
    await expect(turn([503, refused, 200]).asked).resolves.toMatchObject({ answer: { status: 200 } });
    const { answers, asked } = turn([503, 529, refused]);
    expect((await asked).answer).toBe(answers[0]);
    expect((await asked).answer.body.readableFlowing).toBeNull();
    await expect(turn([broke("EPIPE"), refused]).asked).rejects.toThrow("cannot be reached");
  }
  await expect(turn([503, 400, 529]).asked).resolves.toMatchObject({ answer: { status: 529 } });
  await expect(turn([503, 400, broke("UND_ERR_HEADERS_TIMEOUT"), 200]).asked).rejects.toThrow("in time");
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
