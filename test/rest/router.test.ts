import { expect, test } from "vitest";
import { Router } from "../../src/rest/transcode/router.ts";

const router = new Router<string>();
for (const route of [
  "GET /a",
  "POST /a",
  "GET /a/{id}",
  "DELETE /a/{id}",
  "GET /a/special",
  "POST /a/{id}:run",
  "GET /a/{id}/b",
  "GET /files/{name=**}",
  "GET /x/{name=y/*}/z",
]) {
  const [method = "", path = ""] = route.split(" ");
  router.add(method, path, route);
}

const found: [string, string, string, [string, string][]][] = [
  ["GET", "/a", "GET /a", []],
  ["HEAD", "/a", "GET /a", []],
  ["GET", "/a/1", "GET /a/{id}", [["id", "1"]]],
  ["GET", "/a/special", "GET /a/special", []],
  ["DELETE", "/a/special", "DELETE /a/{id}", [["id", "special"]]],
  ["GET", "/a/%E2%82%AC%2F%20+", "GET /a/{id}", [["id", "€/ +"]]],
  ["POST", "/a/1:run", "POST /a/{id}:run", [["id", "1"]]],
  ["GET", "/a/1:run", "GET /a/{id}", [["id", "1:run"]]],
  ["GET", "/a/*", "GET /a/{id}", [["id", "*"]]],
  ["GET", "/a/special/b", "GET /a/{id}/b", [["id", "special"]]],
  ["GET", "/files/x/y%2fz%20", "GET /files/{name=**}", [["name", "x/y%2Fz "]]],
  ["GET", "/x/y/1/z", "GET /x/{name=y/*}/z", [["name", "y/1"]]],
];

test.each(found)("%s %s", (method, path, target, variables) => {
  expect(router.match(method, path)).toEqual({ kind: "found", target, variables });
});

test.each(["/", "/b", "/a/", "/a//b", "/A", "/%61", "/files", "/files/", "/a/1/c"])("nothing at %s", (path) => {
  expect(router.match("GET", path)).toEqual({ kind: "none" });
});

test.each([
  ["PUT", "/a", ["GET", "HEAD", "OPTIONS", "POST"]],
  ["PUT", "/a/1", ["DELETE", "GET", "HEAD", "OPTIONS"]],
  ["PUT", "/a/special", ["DELETE", "GET", "HEAD", "OPTIONS"]],
  ["PUT", "/a/1:run", ["DELETE", "GET", "HEAD", "OPTIONS", "POST"]],
])("other methods: %s %s", (method, path, allow) => {
  expect(router.match(method, path)).toEqual({ kind: "other_methods", allow });
});

test.each([
  ["/a/%", `id: malformed percent-encoding in the path: "%"`],
  ["/a/%zz", `id: malformed percent-encoding in the path: "%zz"`],
  ["/a/%ff", `id: malformed percent-encoding in the path: "%ff"`],
  ["/a/.", `id: must not be "." or ".."`],
  ["/a/%2e%2E", `id: must not be "." or ".."`],
  ["/files/a/../b", `name: must not be "." or ".."`],
])("refuses %s", (path, message) => {
  expect(() => router.match("GET", path)).toThrow(message);
});

test("a route twice fails at start-up, whatever its variables are called", () => {
  expect(() => router.add("GET", "/a/{other}", "")).toThrow("duplicate route GET /a/{other}");
});
