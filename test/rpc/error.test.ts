import { Code } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
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
