import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { document, operations } from "./documented.ts";
import { faultOfDocument, faultOfSchema, faultOfValue, pointerTo } from "./validator.ts";

const own = [...operations.values()].filter(({ tags }) => tags[0]?.endsWith("Service"));

test("the document is OpenAPI 3.1, says the official schema", () => {
  expect(faultOfDocument(document)).toBeUndefined();
  const broken = structuredClone(document) as JsonObject;
  broken["paths"] = { "/x": { get: { parameters: [{ name: "a" }] } } };
  expect(faultOfDocument(broken)).toMatch(/schema/);
});

test("every schema is a JSON Schema", () => {
  for (const name of Object.keys(document.components.schemas)) {
    expect(() => faultOfValue(pointerTo("components", "schemas", name), {}), name).not.toThrow();
  }
});

test("every header of an answer is described, and has an example that is what its schema allows", () => {
  for (const [name, header] of Object.entries(document.components.headers)) {
    const fault = faultOfValue(pointerTo("components", "headers", name, "schema"), header["example"] ?? null);
    expect([name, header["description"], fault]).toEqual([name, expect.stringMatching(/./), undefined]);
  }
});

describe.each([...operations.values()].map((operation) => [operation.operationId, operation] as const))(
  "%s",
  (_id, { parameters, responses }) => {
    test("has parameters that are described, each with an example that is what its schema allows", () => {
      for (const { name, description, schema, example } of parameters) {
        const fault = example === undefined ? "no example" : faultOfSchema(schema!, example);
        // A cursor stands in place of the offset: both examples together would be refused.
        const expected = name === "cursor" ? "no example" : undefined;
        expect([name, description, fault]).toEqual([name, expect.stringMatching(/./), expected]);
      }
    });

    test("names its request in every answer", () => {
      for (const [status, response] of Object.entries(responses)) {
        const { headers } = resolved(response as { $ref?: string });
        expect([status, Object.keys(headers as JsonObject)]).toEqual([
          status,
          expect.arrayContaining(["X-Request-Id"]),
        ]);
      }
    });
  },
);

describe.each(own.map((operation) => [operation.operationId, operation] as const))("%s", (_id, operation) => {
  const pointer = (...names: string[]): string =>
    pointerTo("paths", operation.path, operation.method.toLowerCase(), ...names);

  test("has the parameters of its path, and every one is described", () => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
    expect(inPath).toEqual([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(operation.parameters.filter(({ description }) => !description)).toEqual([]);
  });

  test("has examples that are what their schemas allow", () => {
    const body = operation.requestBody?.content["application/json"];
    const ofBody = body ? [faultIn("requestBody", body.example ?? null)] : [];
    const ofParameters = operation.parameters.map(({ in: place, example }, index) =>
      place === "header" || example === undefined
        ? undefined
        : faultOfValue(pointer("parameters", String(index), "schema"), example),
    );
    expect([...ofBody, ...ofParameters].filter((fault) => fault !== undefined)).toEqual([]);
  });

  function faultIn(part: string, value: JsonValue): string | undefined {
    return faultOfValue(pointer(part, "content", "application/json", "schema"), value);
  }

  test("tells its errors and the headers of its answers", () => {
    const { "200": good, ...errors } = operation.responses;
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500", "503"]));
    const headers = ["X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
    expect(Object.keys(good!["headers"] ?? {})).toEqual(expect.arrayContaining(headers));
  });
});

function resolved(response: { $ref?: string }): JsonObject {
  return response.$ref ? document.components.responses[response.$ref.split("/").at(-1)!]! : (response as JsonObject);
}
