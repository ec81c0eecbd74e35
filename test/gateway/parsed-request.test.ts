import { expect, test } from "vitest";
import { parseBody } from "../../src/gateway/parsed-request.ts";

const body = (members: string) => Buffer.from(`{"model":"m","messages":[]${members}}`);

test.each([
  [',"model":"n"', "model: must be given only once"],
  [',"Model":"n"', 'model: must be spelled exactly like this, got "Model"'],
  [',"MESSAGES":[]', 'messages: must be spelled exactly like this, got "MESSAGES"'],
  [',"Stream":true', 'stream: must be spelled exactly like this, got "Stream"'],
  [',"\\u017ftream":true', "stream: must be spelled exactly like this"],
  [',"ｔools":[]', "tools: must be spelled exactly like this"],
  [',"sYstem":""', "system: must be spelled exactly like this"],
  [',"user":"ann","user":"bob"', "user: must be given only once"],
  [',"user":"ann","us\\u0065r":"bob"', "user: must be given only once"],
  [',"User":"ann"', 'user: must be spelled exactly like this, got "User"'],
  [',"safety_identifier":"ann","safety_identifier":"bob"', "safety_identifier: must be given only once"],
  [',"metadata":{},"metadata":{"user_id":"bob"}', "metadata: must be given only once"],
  [',"metadata":{"user_id":"ann","user_id":"bob"}', "metadata.user_id: must be given only once"],
  [',"metadata":{"User_Id":"ann"}', 'metadata.user_id: must be spelled exactly like this, got "User_Id"'],
  [',"n":1,"n":128', "n: must be given only once"],
])("%s is refused: a provider might read it", (members, message) => {
  expect(() => parseBody(body(members))).toThrow(message);
});

test("every other name may stand in any form, and twice", () => {
  expect(parseBody(body(',"Seed":1,"seed":2,"x":1,"x":2,"metadata":{"x":1,"x":2}')).model).toBe("m");
});

test("what is not UTF-8 is refused: what is stored would not be what is sent", () => {
  const bytes = Buffer.from('{"model":"m","messages":[{"role":"user","content":"\xff"}]}', "latin1");
  expect(() => parseBody(bytes)).toThrow("body: must be valid UTF-8");
});

test("what is nested too deep is refused before it is parsed, which would take a hundred times its room", () => {
  const deep = "must be nested at most 200 levels deep";
  expect(() => parseBody(Buffer.from("[".repeat(1_000_000)))).toThrow(deep);
  expect(() => parseBody(body(`,"x":${"[".repeat(200)}${"]".repeat(200)}`))).toThrow(deep);
  expect(parseBody(body(`,"x":${"[".repeat(199)}${"]".repeat(199)}`)).model).toBe("m");
});

test("more values than any model reads are refused before they are parsed", () => {
  const refused = "body: must hold at most 1000000 values, got 1000005";
  expect(() => parseBody(body(`,"x":[${"0,".repeat(999_999)}0`))).toThrow(refused);
  expect(parseBody(body(`,"x":[${"0,".repeat(999_994)}0]`)).model).toBe("m");
});

const many = (count: number, value: object) => Array.from({ length: count }, () => value);

test.each([
  ["messages", many(50_000, { role: "user", content: "a" })],
  ["parts", [{ role: "user", content: many(49_999, { type: "text", text: "a" }) }]],
  ["calls", [{ role: "assistant", tool_calls: many(49_999, { type: "function" }) }]],
])("more %s than any conversation has are refused", (_name, messages) => {
  const bytes = (said: object[]) => Buffer.from(JSON.stringify({ model: "m", messages: said }));
  expect(parseBody(bytes(messages)).model).toBe("m");
  expect(() => parseBody(bytes([...messages, { role: "user", content: "a" }]))).toThrow(
    "messages: must have at most 50000 messages, parts and calls together, got 50001",
  );
});
