import { expect, test, vi } from "vitest";
import { callerDialects } from "../../src/gateway/dialect/dialects.ts";
import { formulate } from "../../src/gateway/formulate.ts";
import { parsed } from "../../src/gateway/parsed-request.ts";
import { targetOf } from "./usage/target.ts";

const request = () => {
  const json = { model: "gpt-5", messages: [{ role: "user", content: "Hello." }] };
  const account = { id: "acc", name: "a", plan: "unlimited", createdAtMs: 0 } as const;
  const key = { id: "key_1", account: "acc", name: "", scopes: [], createdAtMs: 0 };
  return parsed({
    caller: { account, key },
    dialect: "openai",
    body: Buffer.from(JSON.stringify(json)),
    headers: {},
    query: "",
    requestId: "r",
    signal: new AbortController().signal,
    tell: () => undefined,
    noteFailure: () => undefined,
  });
};

test("a request that memory leaves alone is read once, however many providers it is put to", () => {
  const read = vi.spyOn(callerDialects.openai, "parseRequest");
  const asked = request();
  const bodies = [1, 2].map(() => formulate(asked, targetOf("anthropic", "claude-opus-5"), []).body.toString());
  expect(asked.chat().turns).toHaveLength(1);
  expect(read).toHaveBeenCalledTimes(1);
  expect(JSON.parse(bodies[0]!)).toMatchObject({ model: "claude-opus-5", messages: [{ role: "user" }] });
  expect(bodies[1]).toBe(bodies[0]);
});
