import {
  getOption,
  ScalarType,
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
} from "@bufbuild/protobuf";
import { field_behavior, FieldBehavior } from "../../../../gen/google/api/field_behavior_pb.ts";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { scalarOf, unsupported } from "./scalar.ts";

/** Turns a value of a message (a member, an item) into JSON. */
export type ValueEncoder = (value: unknown) => JsonValue;

type Slots = Record<string, unknown>;
type Member = { name: string; localName: string; encode: ValueEncoder; omitEmpty: boolean };

const encoders = new WeakMap<DescMessage, ValueEncoder>();

/**
 * The encoder of a message, compiled once: snake_case names; every field without explicit presence is there, with its
 * zero value too; unset `optional` fields, unset messages and empty lists whose field_behavior is OPTIONAL are left out; a
 * Struct is given as it is.
 */
export function encoderOf(desc: DescMessage): ValueEncoder {
  let encoder = encoders.get(desc);
  if (encoder === undefined) encoders.set(desc, (encoder = compile(desc)));
  return encoder;
}

/** The encoder of one field's value, for `response_body`. */
export function encoderOfField(field: DescField): ValueEncoder {
  switch (field.fieldKind) {
    case "scalar":
      return encoderOfScalar(field, field.scalar);
    case "message":
      return encoderOfMessage(field, field.message);
    case "list":
      if (field.listKind === "scalar") return encodeList(encoderOfScalar(field, field.scalar));
      if (field.listKind === "message") return encodeList(encoderOfMessage(field, field.message));
      throw unsupported(field);
    case "enum":
    case "map":
      throw unsupported(field);
  }
}

function compile(desc: DescMessage): ValueEncoder {
  const members = desc.fields.map((field): Member => {
    const omitEmpty = getOption(field, field_behavior).includes(FieldBehavior.OPTIONAL);
    return { name: field.name, localName: field.localName, encode: encoderOfField(field), omitEmpty };
  });
  return (message) => {
    const slots = message as Slots; // create() made it from this descriptor: its members have these local names
    const json: JsonObject = {};
    for (const { name, localName, encode, omitEmpty } of members) {
      const value = slots[localName];
      if (value === undefined || (omitEmpty && Array.isArray(value) && value.length === 0)) continue;
      json[name] = encode(value);
    }
    return json;
  };
}

function encoderOfMessage(field: DescField, desc: DescMessage): ValueEncoder {
  switch (desc.typeName) {
    case "google.protobuf.Struct":
      return asItIs;
    case "google.protobuf.FieldMask":
      return (value) => (value as FieldMask).paths.join(","); // by the type name just compared
  }
  if (desc.typeName.startsWith("google.protobuf.") || field.oneof) throw unsupported(field);
  return encoderOf(desc);
}

function encoderOfScalar(field: DescField, type: ScalarType): ValueEncoder {
  scalarOf(field, type); // throws on what REST does not carry
  if (type !== ScalarType.DOUBLE && type !== ScalarType.FLOAT) return asItIs;
  return (value) => {
    // JSON has no word for NaN, and null in its place would be a lie.
    if (!Number.isFinite(value)) throw new Error(`${field.parent.typeName}.${field.name} is ${String(value)}`);
    return Number(value);
  };
}

function encodeList(encodeItem: ValueEncoder): ValueEncoder {
  return (value) => (value as unknown[]).map(encodeItem); // list fields are arrays
}

/** The types of the contract make it a JSON value. */
const asItIs: ValueEncoder = (value) => value as JsonValue;
