import { createServer } from "node:net";
import { once } from "node:events";
import { request } from "undici";
import { expect, test } from "vitest";
import { AppError } from "../../src/error.ts";
import { createLogger } from "../../src/observe/log.ts";

/** The line of an error. */
function logged(err: unknown): { err?: Record<string, unknown> } {
  let line = "";
  createLogger("warn", { write: (written) => void (line += written) }).warn({ err }, "failed");
  expect(line).not.toContain("canary");
  return JSON.parse(line) as { err?: Record<string, unknown> }; // as pino writes it
}

test("an error is logged by what it is and where it came from, and by nothing that it carries", () => {
  const parser = Object.assign(new Error("bad chunk"), { code: "HPE_INVALID_CHUNK_SIZE", data: "canary" });
  const error = new AppError("unavailable", "the provider broke off", { cause: parser });
  expect(logged(Object.assign(error, { body: "canary" }))).toMatchObject({
    err: {
      type: "AppError",
      message: "the provider broke off",
      code: "unavailable",
      stack: expect.stringContaining("log.test.ts"),
      cause: { type: "Error", message: "bad chunk", code: "HPE_INVALID_CHUNK_SIZE", stack: expect.any(String) },
    },
  });
});

test("what breaks HTTP is not logged with what was read", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 2x0 OK canary\r\n\r\n"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const error = await request(`http://127.0.0.1:${port}`).catch((thrown: unknown) => thrown);
  server.close();
  expect(error).toMatchObject({ data: expect.stringContaining("canary") });
  expect(logged(error)).toMatchObject({ err: { type: "HTTPParserError", message: expect.any(String) } });
});

test("causes in a circle, what is no error, and nothing", () => {
  const error = new Error("round");
  error.cause = error;
  expect(JSON.stringify(logged(error)).split('"round"')).toHaveLength(10);
  expect(logged({ text: "canary" })).toMatchObject({ err: { type: "object" } });
  expect(logged("canary")).toMatchObject({ err: { type: "string" } });
  expect(logged(undefined)).not.toHaveProperty("err");
});

test("what would be a memory or a key is not logged, on a line or a level below", () => {
  const members = ["authorization", "key", "credential", "secret", "content", "query", "text", "body"];
  const secrets = Object.fromEntries(members.map((name) => [name, "canary"]));
  let line = "";
  createLogger("warn", { write: (written) => void (line += written) }).warn({ ...secrets, message: secrets }, "failed");
  const redacted = Object.fromEntries(members.map((name) => [name, "[redacted]"]));
  expect(JSON.parse(line)).toMatchObject({ ...redacted, message: redacted });
  expect(line).not.toContain("canary");
});
