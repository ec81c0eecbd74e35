import { describe, expect, test } from "vitest";
import type { HeaderFields } from "../../../src/call.ts";
import type { GatewayRequest } from "../../../src/gateway/exchange.ts";
import type { JsonObject } from "../../../src/json.ts";
import { readMemorySettings } from "../../../src/gateway/memory/request/memory-settings.ts";
import { userHeaderOf } from "../../../src/gateway/memory/request/headers.ts";
import { scopeOf, sessionOf, userIn } from "../../../src/gateway/memory/request/identity.ts";

describe("what headers ask of memory", () => {
  test("on, and 1,500 tokens, if they say nothing", () => {
    expect(readMemorySettings({}, {})).toEqual({ mode: "on", budgetTokens: 1_500 });
    expect(readMemorySettings({ "x-cairn-memory": "", "x-claude-code-request-class": "main" }, {})).toEqual({
      mode: "on",
      budgetTokens: 1_500,
    });
  });
  test("as they say", () => {
    const headers = {
      "x-cairn-memory": "Read",
      "x-cairn-memory-budget": "0",
      "x-claude-code-request-class": "auxiliary",
    };
    expect(readMemorySettings(headers, {})).toEqual({ mode: "read", budgetTokens: 0, requestClass: "auxiliary" });
  });
  test.each([
    ["x-cairn-memory", "maybe", 'X-Cairn-Memory: must be on, read or off, got "maybe"'],
    ["x-cairn-memory-budget", "-1", "X-Cairn-Memory-Budget: must be a number of tokens from 0 to 32000, got"],
    ["x-cairn-memory-budget", "32001", "X-Cairn-Memory-Budget: must be a number"],
    ["x-cairn-memory-budget", "1e3", "X-Cairn-Memory-Budget: must be a number"],
  ])("%s: %s is refused", (name, value, message) => {
    expect(() => readMemorySettings({ [name]: value }, {})).toThrow(message);
  });
});

const ofClaudeCode = "user_0a1b_account_11-22_session_33-44";
const ofKimiCode = "session_750ebb59-ae31-433e-9648-0aa68950f72d";
const inBody = { metadata: { user_id: ofClaudeCode } };

test("the session, in order", () => {
  const headers = { "x-session-id": "a", "x-claude-code-session-id": "b", "x-sm-conversation-id": "c" };
  expect(sessionOf(headers, inBody)).toBe("a");
  expect(sessionOf({ ...headers, "x-session-id": " " }, inBody)).toBe("b");
  expect(sessionOf({ "x-sm-conversation-id": "c" }, inBody)).toBe("c");
  expect(sessionOf({}, inBody)).toBe("33-44");
  expect(sessionOf({}, { metadata: { user_id: '{"device_id":"d","session_id":"55-66"}' } })).toBe("55-66");
  expect(sessionOf({}, { metadata: { user_id: "ann" }, prompt_cache_key: "k" })).toBe("");
  expect(sessionOf({ "x-session-id": "50%" }, {})).toBe("50%");
  expect(sessionOf({ "x-session-id": "x".repeat(201) }, {})).toMatch(/^sha256-.{43}$/u);
});

test("Open WebUI's users and chats are told apart, and none of them is the shared memory", () => {
  const of = (headers: HeaderFields, json: JsonObject = {}, key: object = {}) =>
    scopeOf({ caller: { account: { id: "acc" }, key }, headers } as unknown as GatewayRequest, json).user;
  const forwarded = { "x-openwebui-user-id": "7f", "x-openwebui-chat-id": "c1" };
  expect([of(forwarded), sessionOf(forwarded, {})]).toEqual(["7f", "c1"]);
  expect(of({ ...forwarded, "x-cairn-user": "ann" })).toBe("ann");
  expect(of(forwarded, { user: "bob" })).toBe("bob");
  expect(of(forwarded, {}, { user: "eve" })).toBe("eve");
  expect(of({ "x-openwebui-user-id": "system" })).toMatch(/^sha256-/u);
  for (const blank of ["", " ", "%20"]) {
    expect(of({ "x-openwebui-user-id": blank })).toBe("system");
    expect(() => of({ "x-openwebui-user-id": blank }, {}, { requireUser: true })).toThrow("must name a user");
  }
  expect(sessionOf({ "x-session-id": "", "x-openwebui-chat-id": "c1" }, {})).toBe("c1");
});

test("the user, in order", () => {
  const named = { user: "eve", safety_identifier: "trudy", metadata: { user_id: "mallory" } };
  expect(userIn({}, named, "ann", undefined)).toBe("ann");
  expect(userIn({}, named, undefined, "bob")).toBe("bob");
  expect(userIn({}, named, undefined, undefined)).toBe("eve");
  expect(userIn({}, { ...named, user: "" }, undefined, undefined)).toBe("trudy");
  expect(userIn({}, { ...named, user: null, safety_identifier: null }, undefined, undefined)).toBe("mallory");
  expect(userIn({}, inBody, undefined, undefined)).toBeUndefined();
  expect(userIn({}, {}, undefined, undefined)).toBeUndefined();
});

test.each([
  [{ user: 42 }, "user: must be a string, got 42"],
  [{ safety_identifier: 42 }, "safety_identifier: must be a string, got 42"],
  [{ metadata: { user_id: 42 } }, "metadata.user_id: must be a string, got 42"],
])("a user that is named by %j is refused, where it would be somebody's", (body, message) => {
  expect(() => userIn({}, body, undefined, undefined)).toThrow(message);
  expect(userIn({}, body, "ann", undefined)).toBe("ann");
  expect(userIn({}, body, undefined, "bob")).toBe("bob");
  expect(userIn({}, { user: null, metadata: { user_id: null } }, undefined, undefined)).toBeUndefined();
});

test("what no path can tell stands as its hash", () => {
  for (const dots of [".", ".."]) {
    expect(sessionOf({ "x-session-id": dots }, {})).toMatch(/^sha256-.{43}$/u);
    expect(userIn({}, { user: dots }, undefined, undefined)).toMatch(/^sha256-.{43}$/u);
  }
  expect(userIn({}, { user: "..." }, undefined, undefined)).toBe("...");
});

/** As Node reads it: each byte a character. */
const inBytes = (text: string) => Buffer.from(text).toString("latin1");

test("names in headers are read in UTF-8, of which no byte is taken for white space", () => {
  for (const name of ["Jürgen", "María à", "愛子", "ann"]) {
    expect(userHeaderOf({ "x-cairn-user": inBytes(name) })).toBe(name);
    expect(sessionOf({ "x-session-id": inBytes(name) }, {})).toBe(name);
  }
  expect(userHeaderOf({})).toBeUndefined();
});

test("a header that names nobody is refused: it would be everybody's memory", () => {
  for (const nobody of ["", "  ", inBytes("\u00a0")]) {
    expect(() => userHeaderOf({ "x-cairn-user": nobody })).toThrow("X-Cairn-User: must name a user");
  }
});

test.each([".", "x".repeat(201), "\u200b"])("a header that is no name, %j, is refused, as in the API", (header) => {
  expect(() => userHeaderOf({ "x-cairn-user": inBytes(header) })).toThrow(/^X-Cairn-User: must /u);
});

test("a name in Latin-1 is refused where it is a user's: no memory is named by a guess", () => {
  expect(() => userHeaderOf({ "x-cairn-user": "Jürgen" })).toThrow(
    'X-Cairn-User: must be UTF-8, got "Jürgen" in another encoding',
  );
  expect(sessionOf({ "x-session-id": "Jürgen" }, {})).toBe("Jürgen");
});

test("no header names a user with white space around it", () => {
  expect(() => userHeaderOf({ "x-cairn-user": inBytes("\u00a0ana") })).toThrow(
    "X-Cairn-User: must be a text of 1 to 200 characters that neither begins nor ends with white space, got",
  );
});

test("a name in the body is never everybody's", () => {
  const hashed = /^sha256-.{43}$/u;
  for (const name of ["system", " system\n"]) {
    expect(userIn({}, { user: name }, undefined, undefined)).toMatch(hashed);
    expect(userIn({}, { metadata: { user_id: name } }, undefined, undefined)).toMatch(hashed);
  }
  expect(userIn({}, { user: "ann" }, undefined, "system")).toBe("system");
  expect(userIn({}, { user: "ann" }, "system", undefined)).toBe("system");
});

test.each<[HeaderFields, JsonObject]>([
  [{ "user-agent": "KimiCLI/1.49.0" }, {}],
  [{}, { system: [{ type: "text", text: "You are Kimi Code CLI, an interactive general AI agent" }] }],
])("Kimi Code's session is its own and names no user: %j, %j", (headers, json) => {
  const asked = { ...json, metadata: { user_id: ofKimiCode } };
  expect([sessionOf(headers, asked), userIn(headers, asked, undefined, undefined)]).toEqual([ofKimiCode, undefined]);
});

test("a product's visitor who is named as Kimi Code names its sessions has a memory of their own", () => {
  const asked = { system: "You are a shop's assistant.", metadata: { user_id: ofKimiCode } };
  expect([sessionOf({}, asked), userIn({}, asked, undefined, undefined)]).toEqual(["", ofKimiCode]);
});

test("what only looks like Claude Code's id names a user", () => {
  const inJson = (session: unknown) => JSON.stringify({ session_id: session });
  const others = [
    "user_a_session_b",
    "user_account_1_session_b",
    "user__session_x_account_y",
    "user_a_account_b_session_c!",
  ];
  for (const id of [...others, inJson("a b"), inJson(7), '{"session_id":"a"']) {
    expect([
      sessionOf({}, { metadata: { user_id: id } }),
      userIn({}, { metadata: { user_id: id } }, undefined, undefined),
    ]).toEqual(["", id]);
  }
  const long = `user_a_account_${"b".repeat(600)}_session_c`;
  expect(sessionOf({}, { metadata: { user_id: long } })).toBe("");
});
