import {
  fromJson,
  getOption,
  toJson,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
} from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { field_behavior, FieldBehavior } from "../../gen/google/api/field_behavior_pb.ts";
import { decoderOf } from "../../src/rest/transcode/json/decode.ts";
import { encoderOf } from "../../src/rest/transcode/json/encode.ts";
import { parseJson } from "../../src/rest/transcode/json/parse.ts";
import { Violations } from "../../src/rest/transcode/json/violations.ts";

const methods = [MemoryService, PatternsService, AdminService].flatMap((service) => service.methods);
const messages = new Set(methods.flatMap(({ input, output }) => [input, output]));

/** What our decoder and encoder make of JSON is what protobuf-es makes of it, but for empty lists that are optional. */
describe("as protobuf-es has it", () => {
  test.each([...messages].map((desc) => [desc.name, desc] as const))("%s", (_name, desc) => {
    fc.assert(
      fc.property(jsonOf(desc), (json) => {
        const violations = new Violations();
        const message = decoderOf(desc)(parseJson(Buffer.from(JSON.stringify(json))) as JsonObject, "", violations);
        violations.throwIfAny();
        const theirs = fromJson(desc, json);
        expect(message).toEqual(theirs);
        const ours = JSON.stringify(encoderOf(desc)(message));
        const written = toJson(desc, theirs, { useProtoFieldName: true, alwaysEmitImplicit: true });
        expect(JSON.parse(ours)).toEqual(withoutOptional(desc, JSON.parse(JSON.stringify(written)) as JsonObject));
      }),
      { numRuns: 50 },
    );
  });
});

function withoutOptional(desc: DescMessage, json: JsonObject): JsonObject {
  const kept = desc.fields.flatMap((field): [string, JsonValue][] => {
    const value = json[field.name];
    if (value === undefined || (isOptional(field) && Array.isArray(value) && value.length === 0)) return [];
    const inner = field.message;
    if (!inner || inner.typeName.startsWith("google.protobuf.")) return [[field.name, value]];
    const within = (each: JsonValue) => withoutOptional(inner, each as JsonObject); // as its descriptor says
    return [[field.name, Array.isArray(value) ? value.map(within) : within(value)]];
  });
  return Object.fromEntries(kept);
}

const isOptional = (field: DescField) => getOption(field, field_behavior).includes(FieldBehavior.OPTIONAL);

function jsonOf(desc: DescMessage): fc.Arbitrary<JsonObject> {
  const members = desc.fields.map((field) => {
    const name = fc.constantFrom(field.name, field.jsonName);
    return fc.option(fc.tuple(name, fc.option(valueOf(field), { nil: null, freq: 9 })), { nil: undefined });
  });
  return fc.tuple(...members).map((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== undefined)));
}

function valueOf(field: DescField): fc.Arbitrary<JsonValue> {
  switch (field.fieldKind) {
    case "scalar":
      return scalarOf(field.scalar);
    case "message":
      return messageOf(field.message);
    case "list":
      return fc.array(field.message ? messageOf(field.message) : scalarOf(field.scalar!), { maxLength: 3 });
    default:
      throw new Error(`no values of ${field.toString()}`);
  }
}

function messageOf(desc: DescMessage): fc.Arbitrary<JsonValue> {
  if (desc.typeName === "google.protobuf.Struct") {
    return fc.dictionary(fc.string({ unit: "binary" }), plainJson, { maxKeys: 4, noNullPrototype: true });
  }
  if (desc.typeName === "google.protobuf.FieldMask") return fc.constantFrom("", "title,tags");
  return jsonOf(desc);
}

const plainJson = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as JsonValue); // without -0

function scalarOf(type: ScalarType): fc.Arbitrary<JsonValue> {
  switch (type) {
    case ScalarType.STRING:
      return fc.string({ unit: "binary", maxLength: 20 });
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case ScalarType.INT32:
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    default:
      throw new Error(`no values of the type ${type}`);
  }
}

test("a mask that is no list of names is refused", () => {
  const violations = new Violations();
  decoderOf(PatternsService.method.editPattern.input)({ update_mask: "a;b" }, "", violations);
  expect(() => violations.throwIfAny()).toThrow(
    'update_mask: must be a string of comma-separated member names, got "a;b"',
  );
});
