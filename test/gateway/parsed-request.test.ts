import { expect, test } from "vitest";
import { parseBody } from "../../src/gateway/parsed-request.ts";

const body = (members: string) => Buffer.from(`{"model":"m","messages":[]${members}}`);

test.each([
  [',"model":"n"', "model: must stand in the body once"],
  [',"Model":"n"', 'model: must be spelled so, got "Model"'],
  [',"MESSAGES":[]', 'messages: must be spelled so, got "MESSAGES"'],
  [',"Stream":true', 'stream: must be spelled so, got "Stream"'],
  [',"\\u017ftream":true', "stream: must be spelled so"],
  [',"ｔools":[]', "tools: must be spelled so"],
  [',"sYstem":""', "system: must be spelled so"],
])("%s is refused: a provider might read it", (members, message) => {
  expect(() => parseBody(body(members))).toThrow(message);
});

test("every other name may stand in any form, and twice", () => {
  expect(parseBody(body(',"User":"a","user":"b","x":1,"x":2')).model).toBe("m");
});

test("what is not UTF-8 is refused: what is stored would not be what is sent", () => {
  const bytes = Buffer.from('{"model":"m","messages":[{"role":"user","content":"\xff"}]}', "latin1");
  expect(() => parseBody(bytes)).toThrow("body: is not valid UTF-8");
});

test("what is nested too deep is refused before it is parsed, which would take a hundred times its room", () => {
  const deep = "is nested deeper than 200 levels";
  expect(() => parseBody(Buffer.from("[".repeat(1_000_000)))).toThrow(deep);
  expect(() => parseBody(body(`,"x":${"[".repeat(200)}${"]".repeat(200)}`))).toThrow(deep);
  expect(parseBody(body(`,"x":${"[".repeat(199)}${"]".repeat(199)}`)).model).toBe("m");
});
