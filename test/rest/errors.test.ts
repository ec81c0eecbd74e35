import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { toAppError } from "../../src/rest/errors.ts";

test.each([Code.Internal, Code.Unknown, Code.DataLoss])("nothing is said of Connect's own fault %i", (code) => {
  const thrown = new ConnectError("a secret of the server", code);
  expect(toAppError(thrown)).toMatchObject({ code: "internal", message: "internal error", cause: thrown });
});

test("what its caller did is told", () => {
  const thrown = new ConnectError("a list is too long", Code.OutOfRange);
  expect(toAppError(thrown)).toMatchObject({ code: "invalid_argument", message: "a list is too long" });
});
