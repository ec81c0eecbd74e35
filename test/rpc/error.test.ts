import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { setTrailerStatus } from "@connectrpc/connect/protocol-grpc";
import { ViolationsSchema } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { AppError } from "../../src/error.ts";
import { errorInterceptor } from "../../src/rpc/interceptor/error.ts";
import { fakeCall, through } from "./support.ts";

/** What leaves where this is thrown, and what is noted of it. */
async function thrown(fault: unknown) {
  const call = fakeCall();
  const sent = through(errorInterceptor(), MemoryService.method.search, {}, call, () => Promise.reject(fault));
  const left: unknown = await sent.catch((each: unknown) => each);
  return { left, note: call.note, set: call.set };
}

test("a fault of ours is told without what it was, which the log gets", async () => {
  const fault = new TypeError("a table of zanzibar");
  const { left, note, set } = await thrown(fault);
  expect(left).toMatchObject({ code: Code.Internal, message: expect.stringContaining("req-1") });
  expect(String(left)).not.toContain("zanzibar");
  expect(note).toMatchObject({ code: "internal", cause: fault });
  expect(set).toEqual({});
});

test("an error of the list keeps its code, and says when to try again; its own cause is the log's", async () => {
  const cause = new Error("disk of zanzibar");
  const { left, note, set } = await thrown(new AppError("unavailable", "not now", { retryAfterS: 0.2, cause }));
  expect(left).toMatchObject({ code: Code.Unavailable, rawMessage: "not now" });
  expect(String(left)).not.toContain("zanzibar");
  expect(note).toMatchObject({ code: "unavailable", cause });
  expect(set).toEqual({ "Retry-After": "1" });
});

test("what no other try will change is said to be so", async () => {
  const { left, set } = await thrown(new AppError("unavailable", "the key is refused", { isLasting: true }));
  expect(left).toMatchObject({ code: Code.Unavailable });
  expect(set).toEqual({ "X-Should-Retry": "false" });
});

function trailerBytes(error: ConnectError): number {
  const trailer = setTrailerStatus(new Headers(), error);
  return [...trailer].reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0);
}

describe("an error fits into the trailers that gRPC's clients read, whatever it says; REST is told all", () => {
  const details = Array.from({ length: 100 }, (_, at) => ({ field: `messages[${at}].role`, message: "must be user" }));
  test.each<[string, AppError]>([
    ["many members", new AppError("invalid_argument", "messages[0].role: must be user (and 99 more)", { details })],
    ["a long message", new AppError("invalid_argument", "é".repeat(9_000), { details })],
    ["half of a surrogate pair", new AppError("invalid_argument", "\ud83d of a provider", { details })],
  ])("%s", async (_, error) => {
    const left = ConnectError.from((await thrown(error)).left);
    expect(trailerBytes(left)).toBeLessThan(6_500);
    expect(left).toMatchObject({ code: Code.InvalidArgument, cause: error });
    const [first] = left.findDetails(ViolationsSchema);
    expect(first?.violations.length).toBeGreaterThan(20);
    expect(left.rawMessage).toMatch(new RegExp(`; the details list the first ${first?.violations.length}$`, "u"));
  });
});

test.each([
  ["message", { field: "tool_choice.name", message: "ж".repeat(4_000) }],
  ["field", { field: "a.".repeat(4_000), message: "must be absent" }],
  ["message and field", { field: "\ud83d".repeat(4_000), message: "\ud83d".repeat(4_000) }],
])("so does one whose first detail has a long %s, of which the beginning is told", async (_, first) => {
  const details = [first, { field: "role", message: "must be user" }];
  const left = ConnectError.from((await thrown(new AppError("invalid_argument", "no", { details }))).left);
  expect(trailerBytes(left)).toBeLessThan(6_500);
  const told = left.findDetails(ViolationsSchema)[0]?.violations[0]?.message ?? "";
  const whole = first.message.toWellFormed();
  expect(told === whole || (told.length > 100 && whole.startsWith(told.replace(/\.{3}$/u, "")))).toBe(true);
});

test("a member whose name looks like a place in a list too long for any is told by its name", async () => {
  const details = [{ field: `a[${"9".repeat(20)}]`, message: "is not known" }];
  const left = ConnectError.from((await thrown(new AppError("invalid_argument", "no", { details }))).left);
  const [path] = left.findDetails(ViolationsSchema)[0]?.violations[0]?.field?.elements ?? [];
  expect(path).toMatchObject({ fieldName: details[0]?.field, subscript: { case: undefined } });
});

test("a short error is told whole", async () => {
  const details = [{ field: "role", message: "must be user" }];
  const { left } = await thrown(new AppError("invalid_argument", "role: must be user", { details }));
  expect(ConnectError.from(left).rawMessage).toBe("role: must be user");
  expect(ConnectError.from(left).findDetails(ViolationsSchema)[0]?.violations).toHaveLength(1);
});
