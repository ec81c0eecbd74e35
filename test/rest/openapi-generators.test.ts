import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { document, operations } from "../examples/documented.ts";
import { faultOfSchema, pointerTo } from "../examples/validator.ts";

/** What others make of the document compiles: each rule is one that a generator in use fell over. */

type Place = { pointer: string; value: JsonObject };

/** Every object of the document, examples aside. */
function objectsIn(value: JsonValue, names: string[] = []): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : [{ pointer: pointerTo(...names), value }];
  const members = Object.entries(value).filter(([name]) => name !== "example");
  return [...own, ...members.flatMap(([name, member]) => objectsIn(member, [...names, name]))];
}

const objects = objectsIn(document);
const folded = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();

test("the members of a schema are distinct in every language's spelling", () => {
  const twice = objects.filter(({ pointer, value }) => {
    const names = pointer.endsWith("/properties") ? Object.keys(value).map(folded) : [];
    return new Set(names).size < names.length;
  });
  expect(twice.map(({ pointer }) => pointer)).toEqual([]);
});

test("an object of any members says so: without it, some generators make it one that has none", () => {
  const closed = objects.filter(
    ({ value }) =>
      value["type"] === "object" && value["properties"] === undefined && value["additionalProperties"] === undefined,
  );
  expect(closed.map(({ pointer }) => pointer)).toEqual([]);
});

test("no schema has two types but one and null", () => {
  const typed = objects.filter(
    ({ value: { type } }) => Array.isArray(type) && type.filter((each) => each !== "null").length > 1,
  );
  expect(typed.map(({ pointer }) => pointer)).toEqual([]);
});

test("a pattern is of the whole text: not all validators look for it anywhere", () => {
  const patterns = new Set(objects.flatMap(({ value: { pattern } }) => (typeof pattern === "string" ? [pattern] : [])));
  expect(patterns.size).toBeGreaterThan(3);
  expect([...patterns].filter((each) => !each.startsWith("^") || !each.endsWith("$"))).toEqual([]);
  const text = new RegExp(String.raw`^[\s\S]*\S[\s\S]*$`, "u");
  expect([...patterns]).toContain(text.source);
  expect(["a", "\na", "a\n", " \n é \n "].filter((each) => !text.test(each))).toEqual([]);
  expect(["", " ", "\n\n"].filter((each) => text.test(each))).toEqual([]);
});

const verbs =
  /^(add|check|count|create|delete|edit|end|forge|get|list|merge|put|record|revoke|rotate|search|send)(?=[A-Z]|$)/;

test("operations are called by their verbs: they become functions", () => {
  expect([...operations.keys()].filter((id) => !verbs.test(id))).toEqual([]);
});

test("examples have no member that their schema does not name, unless it says that it takes any", () => {
  const closed = closedOf(document) as typeof document;
  const faults = objects.flatMap(({ pointer, value: { schema, example } }) => {
    if (schema === undefined || example === undefined) return [];
    const fault = faultOfSchema(closedOf(schema) as JsonObject, example, closed);
    return fault === undefined ? [] : [`${pointer}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

/** The same, where objects whose members are named take no others. */
function closedOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(closedOf);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closedOf(member)]));
  const isClosed = value["type"] === "object" && value["properties"] !== undefined;
  return isClosed ? { additionalProperties: false, ...members } : members;
}

test("whatever stands under the components is used", () => {
  const named = Object.entries(document.components).flatMap(([kind, each]) =>
    Object.keys(each).map((name) => `#/components/${kind}/${name}`),
  );
  const used = new Set(objects.map(({ value: { $ref } }) => $ref));
  const unused = named.filter((name) => !used.has(name) && !name.startsWith("#/components/securitySchemes/"));
  expect(unused).toEqual([]);
});

test("the names of components that become types are distinct, whatever their kind", () => {
  const { schemas, parameters, responses } = document.components as Record<string, object>;
  const names = [schemas, parameters, responses].flatMap((kind = {}) => Object.keys(kind).map(folded));
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});
