import { describe, expect, test } from "vitest";
import { parseTemplate, type Template } from "../../src/rest/transcode/template.ts";

const good: [string, Template][] = [
  ["/v1/health", { segments: ["v1", "health"], variables: [], verb: "" }],
  ["/v1/*/b", { segments: ["v1", "*", "b"], variables: [], verb: "" }],
  ["/v1/**", { segments: ["v1", "**"], variables: [], verb: "" }],
  ["/a/{id}", { segments: ["a", "*"], variables: [{ field: "id", start: 1, end: 2 }], verb: "" }],
  ["/a/{id}/b:go", { segments: ["a", "*", "b"], variables: [{ field: "id", start: 1, end: 2 }], verb: "go" }],
  ["/{name=a/*}/c", { segments: ["a", "*", "c"], variables: [{ field: "name", start: 0, end: 2 }], verb: "" }],
  ["/{name=a/**}:x", { segments: ["a", "**"], variables: [{ field: "name", start: 0, end: undefined }], verb: "x" }],
];

test.each(good)("%s", (text, template) => expect(parseTemplate(text)).toEqual(template));

const bad: [string, string][] = [
  ["", `expected "/" at 0`],
  ["a", `expected "/" at 0`],
  ["/", "expected a segment at 1"],
  ["//a", "expected a segment at 1"],
  ["/a/", "expected a segment at 3"],
  ["/{}", "expected a field name at 2"],
  ["/{1a}", "expected a field name at 2"],
  ["/{a", `expected "}" at 3`],
  ["/{a.b}", `expected "}" at 3`],
  ["/{a=}", "expected a segment at 4"],
  ["/{a={b}}", "expected a segment at 4"],
  ["/{a}/{a}", `duplicate variable "a" at 7`],
  ["/**/a", `"**" must come last at 4`],
  ["/{a=**}/b", `"**" must come last at 8`],
  ["/a:", "expected a verb at 3"],
  ["/a:b/c", `unexpected "/" at 4`],
  ["/a?b", `unexpected "?" at 2`],
  ["/***", `unexpected "*" at 3`],
];

describe("refuses", () => {
  test.each(bad)("%s", (text, reason) => {
    expect(() => parseTemplate(text)).toThrow(`path template "${text}": ${reason}`);
  });
});
