import { create, type DescMessage } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { DirectivesService } from "../../gen/cairn/directives/v1/directives_pb.ts";
import { GraphService } from "../../gen/cairn/graph/v1/graph_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { AppError } from "../../src/error.ts";
import { createCheck, validateInterceptor } from "../../src/rpc/interceptor/validate.ts";
import { through } from "./support.ts";

const validate = validateInterceptor([MemoryService, PatternsService]);
const { search, addMessage, addMessages, getMessage, recordOutcome } = MemoryService.method;

const details = (fields: Record<string, string>) => ({
  code: "invalid_argument",
  details: Object.entries(fields).map(([field, message]) => ({ field, message })),
});

const services = [AdminService, DirectivesService, GraphService, MemoryService, PatternsService];
const withUser = services
  .flatMap(({ methods }) => methods)
  .filter(({ methodKind, input }) => methodKind === "unary" && input.fields.some(({ name }) => name === "user_id"))
  .map((method) => [method.name, method] as const);

describe("a user's name", () => {
  const check = createCheck(withUser.map(([, { input }]) => input));
  const faultsOf = (input: DescMessage, userId: string) => {
    const message: object = create(input);
    try {
      check(input, Object.assign(message, { userId }) as never); // each has it
    } catch (error) {
      if (error instanceof AppError) return error.details?.filter(({ field }) => field === "user_id");
    }
    return [];
  };
  const refused = (user: string) => [
    {
      field: "user_id",
      message: `must not be blank, and must not begin or end with white space, but is ${user}`,
    },
  ];

  test.each(withUser)("of %s has no white space around it, which would make it another's", (_name, { input }) => {
    for (const [user, shown] of [
      [" ana", '" ana"'],
      ["ana ", '"ana "'],
      ["ana\n", String.raw`"ana\n"`],
      ["\u00a0ana", String.raw`"\u00a0ana"`],
      ["\t", String.raw`"\t"`],
    ] as const) {
      expect(faultsOf(input, user)).toEqual(refused(shown));
    }
    for (const user of ["ana", "Ana María", "a\nb", "愛子", "a"]) expect(faultsOf(input, user)).toEqual([]);
  });

  const { NO_SIDE_EFFECTS } = MethodOptions_IdempotencyLevel;
  const writing = withUser.filter(([name, { idempotency }]) => {
    return idempotency !== NO_SIDE_EFFECTS && !name.startsWith("Delete");
  });

  test.each(writing)("of %s, which writes, is one that a path can tell", (_name, { input }) => {
    for (const user of [".", ".."]) {
      const message = `must not be "." or "..", but is "${user}"`;
      expect(faultsOf(input, user)).toEqual([{ field: "user_id", message }]);
    }
  });

  test("is held to this by every RPC that takes one", () => {
    expect(withUser.map(([name]) => name)).toContain("DeleteUser");
    expect(withUser.length).toBeGreaterThan(20);
    expect(writing.map(([name]) => name)).toContain("Search");
  });
});

describe("what a path cannot tell", () => {
  test.each([
    ["addMessage", MemoryService.method.addMessage, ["sessionId", "userId"]],
    ["putPattern", PatternsService.method.putPattern, ["userId"]],
    ["forge", PatternsService.method.forge, ["sessionId", "userId"]],
    ["createKey", AdminService.method.createKey, ["userId"]],
  ] as const)("names nobody that %s would write for, and no session", (_name, { input }, fields) => {
    const check = createCheck([input]);
    const faultsOf = (given: string) => {
      const message: object = create(input as DescMessage);
      try {
        check(
          input as DescMessage,
          Object.assign(message, Object.fromEntries(fields.map((field) => [field, given]))) as never,
        );
      } catch (error) {
        if (error instanceof AppError) return error.details.filter(({ message }) => message.includes('"."'));
      }
      return [];
    };
    for (const dots of [".", ".."]) {
      expect(faultsOf(dots)).toEqual(
        fields.map((field) => ({
          field: field === "userId" ? "user_id" : "session_id",
          message: `must not be "." or "..", but is "${dots}"`,
        })),
      );
    }
    for (const other of ["...", ".a", "a."]) expect(faultsOf(other)).toEqual([]);
  });
});

describe("validation", () => {
  test("lets through what the contract allows", async () => {
    await expect(through(validate, search, { query: "q", limit: 100, sources: ["all"] })).resolves.toBeDefined();
  });

  test("names every member that is wrong, what is allowed and what was given, of a long text its length", async () => {
    const request = {
      query: " \u00a0",
      limit: 0,
      sources: ["secret", "s".repeat(61)],
      tags: ["x".repeat(101)],
      since: "x".repeat(41),
      minSimilarity: 2,
    };
    await expect(through(validate, search, request)).rejects.toMatchObject(
      details({
        query: String.raw`must not be blank, but is " \u00a0"`,
        limit: "must be from 1 to 100, but is 0",
        "sources[0]": 'must be one of patterns, graph, signals, all, but is "secret"',
        "sources[1]": "must be one of patterns, graph, signals, all, but has 61 characters",
        "tags[0]": "must be at most 100 characters, but has 101 characters",
        since: "must be at most 40 characters, but has 41 characters",
        min_similarity: "must be from 0 to 1, but is 2",
      }),
    );
  });

  test.each(["", "2026-13", "november"])("a month is told in words, not as a pattern: %j", (month) => {
    const { input } = AdminService.method.getUsage;
    const message = /^month: must be a month from 2000-01 to 2099-12, but is (empty or missing|"2026-13"|"november")$/u;
    expect(() => createCheck([input])(input, create(input, { month }))).toThrow(message);
  });

  test.each(["\u200b", "\u2060\ufeff \u00ad", "\ufe0f\u200d", "\u3164"])(
    "what shows nothing is blank: %j",
    async (query) => {
      await expect(through(validate, search, { query })).rejects.toThrow("query: must not be blank");
      await expect(through(validate, search, { query: `${query}a` })).resolves.toBeDefined();
    },
  );

  test("tells the first in its message, and how many follow", async () => {
    const error = through(validate, addMessage, { role: "tool", content: "c" });
    await expect(error).rejects.toThrow('role: must be one of user, assistant, but is "tool" (and 1 more)');
  });

  test("tells what shows nothing, and what turns the text around it, by its number", async () => {
    const error = through(validate, addMessage, { role: "\u202euser\u009b\u200b", content: "c", sessionId: "s" });
    await expect(error).rejects.toThrow(String.raw`user, assistant, but is "\u202euser\u009b\u200b"`);
  });

  test("says of a member that must be given that it is missing", async () => {
    const error = through(validate, recordOutcome, { retrievalId: "ret_1" });
    await expect(error).rejects.toThrow(/^success: must be given, but is missing$/u);
  });

  test("counts bytes where the rule counts bytes", async () => {
    const message = { role: "user", content: "é".repeat(131_073), sessionId: "s" };
    await expect(through(validate, addMessage, message)).rejects.toMatchObject(
      details({ content: "must be at most 262144 bytes, but has 262146 bytes" }),
    );
    await expect(through(validate, addMessage, { ...message, content: "é".repeat(131_072) })).resolves.toBeDefined();
  });

  test("says how many items are too few", async () => {
    await expect(through(validate, addMessages, { messages: [] })).rejects.toMatchObject(
      details({ messages: "must contain at least 1 item, but has 0" }),
    );
  });

  test("asks for one character in the singular", async () => {
    const refused = through(validate, getMessage, { id: "" });
    await expect(refused).rejects.toThrow("id: must be at least 1 character, but is empty or missing");
  });

  test("a list that is too long is refused for that alone, whatever its items break", async () => {
    const messages = Array.from({ length: 1_001 }, () => ({}));
    const refused = through(validate, addMessages, { messages });
    await expect(refused).rejects.toMatchObject({
      message: "messages: must contain no more than 1000 items, but has 1001",
    });
    await expect(refused).rejects.toSatisfy((error: AppError) => error.details?.length === 1);
  });

  test("refuses NUL and halves of surrogate pairs, wherever they are", async () => {
    const messages = [
      { role: "user", content: "a\0b", sessionId: "s" },
      { role: "user", content: "\ud83d", sessionId: "s", metadata: { deep: [{ "k\0": 1 }] } },
    ];
    await expect(through(validate, addMessages, { messages })).rejects.toMatchObject(
      details({
        "messages[0].content": "must not contain the character NUL (U+0000)",
        "messages[1].content": "must not contain half of a surrogate pair",
        "messages[1].metadata": "must not contain the character NUL (U+0000)",
      }),
    );
  });

  test.each([NaN, Infinity, -Infinity])("refuses metadata with %d, which would be stored as null", async (score) => {
    const request = { role: "user", content: "c", sessionId: "s", metadata: { deep: [{ score }] } };
    const message = `must not contain ${score}, which JSON has no number for`;
    await expect(through(validate, addMessage, request)).rejects.toMatchObject(details({ metadata: message }));
  });

  test("refuses metadata that is nested without end", async () => {
    let metadata: object = {};
    for (let depth = 0; depth < 40; depth++) metadata = { metadata };
    const request = { role: "user", content: "c", sessionId: "s", metadata: metadata as { [key: string]: never } };
    await expect(through(validate, addMessage, request)).rejects.toThrow("metadata: must not be nested deeper than 32");
  });

  test("lists a hundred violations at most", async () => {
    const messages = Array.from({ length: 1_000 }, () => ({ role: "tool" }));
    const error: unknown = await through(validate, addMessages, { messages }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ details: { length: 100 } });
  });
});
