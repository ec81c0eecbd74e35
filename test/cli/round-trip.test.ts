import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddMessageRequestSchema, RecordOutcomeRequestSchema } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { ForgeRequestSchema } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { fromJson, type DescMessage, type JsonObject, type MessageShape } from "@bufbuild/protobuf";
import { formatMessageLine, formatPatternLine } from "../../src/cli/lines/line.ts";
import { formatOutcomeLine } from "../../src/cli/lines/outcome-line.ts";
import type { JsonObject as CallerObject } from "../../src/json.ts";
import { readConversation } from "../../src/gateway/memory/chain/conversation.ts";
import { userHeaderOf } from "../../src/gateway/memory/request/headers.ts";
import { sessionOf, userIn } from "../../src/gateway/memory/request/identity.ts";
import { storedReply, storedTurn } from "../../src/gateway/memory/stored.ts";
import type { NewMessage } from "../../src/memory/entity/message.ts";
import { checkUser, systemUser } from "../../src/memory/scope.ts";
import { parseMessage } from "../../src/rpc/convert/message.ts";
import { createCheck } from "../../src/rpc/interceptor/validate.ts";
import { parseText } from "../support/parse-line.ts";

/** Whatever the server stores, an export writes as a line that an import reads as the same. */

const check = createCheck([AddMessageRequestSchema, RecordOutcomeRequestSchema, ForgeRequestSchema]);
const id = (prefix: string) => prefix + "0".repeat(26);
const createdAtMs = 1_700_000_000_123;

/** Texts as they come, and those that bounds and white space make hard. */
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", " ", "\u200b", "\u2028", "\u00ad ", "a\0", "\ud83d", " x", "x ", "\ufeffx", "\ufeff", "\u0085"),
  fc
    .tuple(
      fc.constantFrom("x", "é", "😀", "👩‍👩‍👧"),
      fc.constantFrom(50, 101, 200, 201, 1_500, 2_000, 2_001, 8_191, 20_000),
    )
    .map(([character, times]) => character.repeat(times)),
);

/** The request, where the API takes it. */
function taken<Desc extends DescMessage>(desc: Desc, json: JsonObject): MessageShape<Desc> | undefined {
  try {
    const message = fromJson(desc, json);
    check(desc, message);
    return message;
  } catch {
    return undefined;
  }
}

function isUser(user: string): boolean {
  try {
    checkUser(user, "user_id");
    return true;
  } catch {
    return false;
  }
}

const through = (line: object) => parseText(JSON.stringify(line));

/** As a store keeps it: metadata is JSON. */
function stored({ metadata, ...message }: NewMessage) {
  const kept = metadata && (JSON.parse(JSON.stringify(metadata)) as JsonObject);
  return { ...message, createdAtMs, id: id("msg_"), ...(kept && { metadata: kept }) };
}

const carried = (message: NewMessage, user: string) => through(formatMessageLine({ ...stored(message), user }));
const whole = (message: NewMessage, user: string) => ({ type: "message", user, message: stored(message) });

describe("what the API takes", () => {
  test("a message", () => {
    const members = fc.record(
      { session_id: texts, content: texts, source: texts, user_id: texts, metadata: fc.dictionary(texts, texts) },
      { requiredKeys: ["session_id", "content"] },
    );
    fc.assert(
      fc.property(fc.constantFrom("user", "assistant"), members, (role, json) => {
        const request = taken(AddMessageRequestSchema, { role, ...json });
        if (request === undefined || JSON.stringify(json.metadata ?? {}).length > 5_000) return;
        const [message, user] = [parseMessage(request), request.userId ?? systemUser];
        expect(carried(message, user)).toEqual(whole(message, user));
      }),
    );
  });

  test("an outcome's note, and whose it is", () => {
    fc.assert(
      fc.property(texts, texts, (note, user) => {
        if (taken(RecordOutcomeRequestSchema, { retrieval_id: "ret_", success: true, note }) === undefined) return;
        if (taken(AddMessageRequestSchema, { ...valid, user_id: user }) === undefined) return;
        const outcome = {
          retrievalId: id("ret_"),
          success: true,
          implicit: false,
          note,
          retrievedAtMs: 1,
          createdAtMs,
        };
        const line = formatOutcomeLine({ ...outcome, user, credits: [] });
        expect(through(line)).toEqual({ type: "outcome", user, outcome: { ...outcome, credits: [] } });
      }),
    );
  });

  test("a pattern's session", () => {
    const content = { title: "t", problem: "p", solution: "s", tags: [], worksWhen: [], antiPatterns: [] };
    fc.assert(
      fc.property(texts, (sessionId) => {
        const { title, problem, solution } = content;
        if (taken(ForgeRequestSchema, { title, problem, solution, session_id: sessionId }) === undefined) return;
        const pattern = { id: id("pat_"), user: "ann", sessionId, origin: "agent", versions: [] };
        const record = { applications: 0, successes: 0, failures: 0 };
        const versions = [{ ...content, version: 1, createdAtMs }];
        expect(through(formatPatternLine({ ...pattern, ...record, versions }))).toMatchObject({
          pattern: { sessionId },
        });
      }),
    );
  });

  const valid = { role: "user", content: "c", session_id: "s" };

  test("is whom a key and a command take for a user, too", () => {
    fc.assert(
      fc.property(texts, (user) => {
        if (!user.isWellFormed() || user.includes("\0")) return;
        const isTaken = taken(AddMessageRequestSchema, { ...valid, user_id: user }) !== undefined;
        expect(isUser(user)).toBe(isTaken);
      }),
    );
  });
});

describe("what the gateway stores", () => {
  const facts = fc.record(
    { model: texts, provider: fc.constant("openai"), retrievalId: fc.constant(id("ret_")), loss: texts },
    { requiredKeys: ["model", "provider"] },
  );

  test("a user's turn", () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), facts, (contents, of) => {
        const messages: CallerObject[] = contents.map((content) => ({ role: "user", content }));
        const conversation = readConversation("openai", { messages })!;
        const said = storedTurn(conversation, "s", of).map(({ message }) => message);
        expect(said.map((message) => carried(message, "ann"))).toEqual(said.map((message) => whole(message, "ann")));
      }),
    );
  });

  test("a reply, with the calls of tools", () => {
    const text = fc.record({ kind: fc.constant("text" as const), text: texts });
    const call = fc.record({ kind: fc.constant("tool_use" as const), id: fc.constant("c"), name: texts, input: texts });
    const many = fc
      .tuple(call, fc.constantFrom(1, 3, 40, 800))
      .map(([one, times]) => Array.from({ length: times }, () => one));
    const parts = fc.oneof(fc.array(fc.oneof(text, call), { maxLength: 4 }), many);
    fc.assert(
      fc.property(parts, facts, (given, of) => {
        const answer = { id: "a", model: "m", parts: given, usage: { input: 1, output: 2 } };
        const reply = storedReply(answer, { chain: "c", fingerprint: "f", beginning: "" }, "s", {
          ...of,
          state: "complete",
        })?.message;
        expect(reply && carried(reply, "ann")).toEqual(reply && whole(reply, "ann"));
      }),
    );
  });

  test("under the names of sessions and users that a request gives", () => {
    const message: NewMessage = { role: "user", origin: "user", content: "c", sessionId: "s", source: "gateway" };
    fc.assert(
      fc.property(texts, texts, (session, user) => {
        const header = Buffer.from(session).toString("latin1");
        const sessionId = sessionOf({ "x-session-id": header }, {}) || "s";
        for (const named of [
          userIn({}, { user }, undefined, undefined),
          userIn({}, {}, undefined, namedInHeader(user)),
        ]) {
          const theirs = named ?? systemUser;
          expect(carried({ ...message, sessionId }, theirs)).toEqual(whole({ ...message, sessionId }, theirs));
        }
      }),
    );
  });

  /** Nobody where the header is refused; HTTP has no NUL in one. */
  function namedInHeader(user: string): string | undefined {
    if (user.includes("\0")) return undefined;
    try {
      return userHeaderOf({ "x-cairn-user": Buffer.from(user).toString("latin1") });
    } catch {
      return undefined;
    }
  }

  test("three calls of 6,000 characters each keep their beginnings", () => {
    const parts = ["a", "b", "c"].map((name) => ({
      kind: "tool_use" as const,
      id: name,
      name,
      input: name.repeat(6_000),
    }));
    const { message } = storedReply(
      { id: "a", model: "m", parts },
      { chain: "c", fingerprint: "f", beginning: "" },
      "s",
      {
        model: "m",
        provider: "openai",
        state: "complete",
      },
    )!;
    expect(carried(message, "ann")).toEqual(whole(message, "ann"));
    expect(message.metadata).toMatchObject({
      tool_calls: ["a", "b", "c"].map((name) => ({
        name,
        input: expect.stringMatching(new RegExp(`^${name}{4000,}…$`)),
      })),
    });
  });
});
