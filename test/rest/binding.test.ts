import {
  create,
  setExtension,
  type DescMethod,
  type JsonValue,
  type Message,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import { MethodDescriptorProtoSchema, MethodOptionsSchema } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { HttpRuleSchema } from "../../gen/google/api/http_pb.ts";
import { AppError } from "../../src/error.ts";
import { bindingsOf, type RequestParts } from "../../src/rest/transcode/binding.ts";

const { search, addMessage, addMessages, getMessage } = MemoryService.method;
const { listPatterns, editPattern } = PatternsService.method;

/** The input message without its type name. */
function decode(method: DescMethod, parts: Partial<RequestParts>): Record<string, unknown> {
  const message = bindingsOf(method)[0]!.decode({ body: undefined, query: "", variables: [], ...parts });
  const { $typeName: _, ...rest } = message as Message & Record<string, unknown>;
  return rest;
}

function refusal(method: DescMethod, parts: Partial<RequestParts>): AppError {
  try {
    decode(method, parts);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("was not refused");
}

const json = (text: string): JsonValue => JSON.parse(text) as JsonValue;

describe("a body", () => {
  test("in either spelling; null is absent", () => {
    const expected = {
      query: "q",
      sources: [],
      tags: ["a"],
      explain: false,
      includeQuarantined: false,
      userId: "u",
      minSimilarity: 0,
    };
    expect(decode(search, { body: { query: "q", user_id: "u", min_similarity: 0, tags: ["a"] } })).toEqual(expected);
    expect(decode(search, { body: { query: "q", userId: "u", minSimilarity: 0, tags: ["a"], limit: null } })).toEqual(
      expected,
    );
    expect(decode(search, { body: { query: "q", userId: null, user_id: "u" } })).toMatchObject({ userId: "u" });
  });

  test("a Struct is taken as it is, with any member names", () => {
    const body = json(`{"role":"user","metadata":{"__proto__":{"x":[1,null]},"constructor":1}}`);
    const { metadata } = decode(addMessage, { body }) as { metadata: unknown };
    expect(metadata).toBe((body as { metadata: unknown }).metadata);
    expect(JSON.stringify(metadata)).toBe(`{"__proto__":{"x":[1,null]},"constructor":1}`);
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  });

  const members =
    "query, limit, sources, session_id, user_id, tags, since, until, min_similarity, explain, include_quarantined, metadata";
  const integer = "must be an integer from 1 to 100, got";
  test.each<[string, string]>([
    [`{"limit":"5"}`, `limit: ${integer} "5"`],
    [`{"limit":1.5}`, `limit: ${integer} 1.5`],
    [`{"limit":2147483648}`, `limit: ${integer} 2147483648`],
    [`{"limit":true}`, `limit: ${integer} true`],
    [`{"limit":[1]}`, `limit: ${integer} an array`],
    [`{"min_similarity":"0.5"}`, `min_similarity: must be a finite number, got "0.5"`],
    [`{"min_similarity":1e999}`, `min_similarity: must be a finite number, got a number that is too large`],
    [`{"query":5}`, `query: must be a string of valid Unicode, got 5`],
    [`{"query":"\\ud800"}`, String.raw`query: must be a string of valid Unicode, got "\ud800"`],
    [`{"explain":"yes"}`, `explain: must be true or false, got "yes"`],
    [`{"tags":"a"}`, `tags: must be an array, got "a"`],
    [`{"tags":["a",null]}`, `tags[1]: must be a string of valid Unicode, got null`],
    [`{"userId":"a","user_id":"b"}`, `user_id: given twice, as "user_id" and as "userId"`],
    [`{"foo":1}`, `foo: unknown member; allowed: ${members}`],
    [`{"__proto__":{"query":"x"}}`, `__proto__: unknown member; allowed: ${members}`],
    [`{"toString":1}`, `toString: unknown member; allowed: ${members}`],
    [`{"a b\\n":1}`, String.raw`"a b\n": unknown member; allowed: ${members}`],
    [`[]`, `body: must be a JSON object, got an array`],
    [`null`, `body: must be a JSON object, got null`],
    [`"${"x".repeat(100)}"`, `body: must be a JSON object, got "${"x".repeat(56)}"...`],
  ])("%s", (text, message) => expect(refusal(search, { body: json(text) }).message).toBe(message));

  test("every violation has its full path", () => {
    const body = json(`{"messages":[{"role":1},{"metadata":{"a":{"b":["\\udc00"]}}},{"foo":1},7],"x":1}`);
    const error = refusal(addMessages, { body });
    expect(error.code).toBe("invalid_argument");
    expect(error.details.map(({ field }) => field)).toEqual([
      "messages[0].role",
      "messages[1].metadata.a.b[0]",
      "messages[2].foo",
      "messages[3]",
      "x",
    ]);
    expect(error.message).toBe("messages[0].role: must be a string of valid Unicode, got 1 (and 4 more)");
  });

  test("a list that is too long is not looked into", () => {
    const messages = Array.from({ length: 1_001 }, () => ({ role: 1 }));
    expect(refusal(addMessages, { body: { messages } }).details).toEqual([
      { field: "messages", message: "must contain no more than 1000 items, but has 1001" },
    ]);
  });

  test("the hundredth violation is the last that is told", () => {
    const body = { messages: Array.from({ length: 1000 }, () => ({ role: 1 })) };
    expect(refusal(addMessages, { body }).details).toHaveLength(100);
  });
});

describe("a query", () => {
  const base = { tags: [] };
  test.each<[string, object]>([
    ["", base],
    ["limit=5&offset=-0", { ...base, limit: 5, offset: -0 }],
    ["userId=a%20b+c", { ...base, userId: "a b c" }],
    ["tags=a&tags=b%2Cc,%20d,&tags=", { tags: ["a", "b", "c", "d"] }],
    ["tags=", { tags: [] }],
    ["tags=%20,a,+", { tags: ["", "a", ""] }],
    ["&cursor=a=b&", { ...base, cursor: "a=b" }],
  ])("%s", (query, expected) => expect(decode(listPatterns, { query })).toEqual(expected));

  const integer = "must be an integer from 1 to 200, got";
  test.each<[string, string]>([
    ["limit=x", `limit: ${integer} "x"`],
    ["limit=", `limit: ${integer} ""`],
    ["limit=1.0", `limit: ${integer} "1.0"`],
    ["limit=0x10", `limit: ${integer} "0x10"`],
    ["limit=99999999999", `limit: ${integer} 99999999999`],
    ["offset=x", `offset: must be an integer from 0 to 2147483647, got "x"`],
    ["offset=2147483648", "offset: must be an integer from 0 to 2147483647, got 2147483648"],
    ["limit=1&limit=2", "limit: given twice"],
    ["user_id=a&userId=b", "user_id: given twice"],
    ["foo=1", "foo: unknown query parameter; allowed: limit, offset, tags, cursor, user_id"],
    ["__proto__=1", "__proto__: unknown query parameter; allowed: limit, offset, tags, cursor, user_id"],
    ["user_id=%ff", "user_id: malformed percent-encoding"],
    ["tags=a,%ff", "tags: malformed percent-encoding"],
    ["%=1", "%=1: unknown query parameter; allowed: limit, offset, tags, cursor, user_id"],
  ])("%s", (query, message) => expect(refusal(listPatterns, { query }).message).toBe(message));

  test("has nothing to say beside a body", () => {
    const error = refusal(search, { body: { query: "q" }, query: "limit=1" });
    expect(error.message).toBe("limit: unknown query parameter; allowed: none");
  });

  test("does not name what the path names", () => {
    const error = refusal(getMessage, { query: "id=2", variables: [["id", "1"]] });
    expect(error.message).toBe("id: unknown query parameter; allowed: user_id");
  });
});

describe("a PATCH", () => {
  const edit = (body: JsonValue): unknown => {
    const message = decode(editPattern, { body, variables: [["id", "pat_1"]] });
    return (message["updateMask"] as { paths: string[] }).paths;
  };

  test("changes the members of its body", () => {
    expect(edit({ tags: [], worksWhen: ["x"], user_id: "u", title: null })).toEqual(["tags", "works_when"]);
    expect(edit({})).toEqual([]);
  });

  test.each(["update_mask", "updateMask"])("takes no %s beside them", (name) => {
    const { message } = refusal(editPattern, { body: { title: "t", [name]: "works_when" } });
    expect(message).toMatch(new RegExp(`^${name}: unknown member`));
    expect(message).not.toContain("mask,");
  });

  test("does not take what the path names", () => {
    expect(refusal(editPattern, { body: { id: "x" } }).message).toMatch(/^id: unknown member/);
  });
});

test("a rule that names a field that does not exist fails at start-up", () => {
  const cases: [MessageInitShape<typeof HttpRuleSchema>, string][] = [
    [{ pattern: { case: "get", value: "/x/{nope}" } }, `GetMessageRequest has no field "nope"`],
    [{ pattern: { case: "post", value: "/x" }, body: "nope" }, `GetMessageRequest has no field "nope"`],
    [{ pattern: { case: "get", value: "/x" }, responseBody: "nope" }, `GetMessageResponse has no field "nope"`],
    [{ pattern: { case: "get", value: "x" } }, `path template "x"`],
    [{}, "GetMessage: an HTTP rule without a path"],
  ];
  for (const [rule, message] of cases) {
    const options = create(MethodOptionsSchema);
    setExtension(options, http, create(HttpRuleSchema, rule));
    const method = { ...getMessage, proto: create(MethodDescriptorProtoSchema, { options }) };
    expect(() => bindingsOf(method)).toThrow(message);
  }
});
