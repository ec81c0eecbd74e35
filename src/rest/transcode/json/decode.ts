import {
  create,
  getOption,
  type DescField,
  type DescMessage,
  type JsonObject,
  type Message,
  type MessageShape,
} from "@bufbuild/protobuf";
import { FieldMaskSchema } from "@bufbuild/protobuf/wkt";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { isObject, shown } from "../../../json.ts";
import { refusal, scalarOf, unsupported, type Scalar } from "./scalar.ts";
import { Violations } from "./violations.ts";

/** Turns a JSON object into a message; violations are added under `path`. */
export type MessageDecoder = (json: JsonObject, path: string, violations: Violations) => Message;

/** Turns one value; after a violation its result is of no use to anyone. */
type ValueDecoder = (value: unknown, path: string, violations: Violations) => unknown;

type Member = {
  localName: string;
  name: string;
  /** The other spelling of this member, snake_case or camelCase. */
  twin: string | undefined;
  decode: ValueDecoder;
};

const decoders = new WeakMap<DescMessage, MessageDecoder>();

/**
 * The decoder of a message, compiled once. It is stricter than the JSON form of protobuf, and says where it is:
 * - a number is a JSON number and never a string, an integer has no fraction and is in range;
 * - every member is known; snake_case and camelCase are both taken, but not both at once;
 * - null is the same as absent;
 * - strings are well-formed Unicode.
 * A google.protobuf.Struct is taken as it is: in memory it is the very JSON object.
 */
export function decoderOf(desc: DescMessage): MessageDecoder {
  let decoder = decoders.get(desc);
  if (decoder === undefined) decoders.set(desc, (decoder = decoderOfFields(desc, desc.fields)));
  return decoder;
}

/** A message from a JSON object. Errors: invalid_argument, with every violation. */
export function decode<Desc extends DescMessage>(desc: Desc, json: JsonObject): MessageShape<Desc> {
  const violations = new Violations();
  const message = decoderOf(desc)(json, "", violations);
  violations.throwIfAny();
  return message as MessageShape<Desc>; // the decoder has made it of this very type
}

/** A decoder that takes these fields only. */
export function decoderOfFields(desc: DescMessage, fields: DescField[]): MessageDecoder {
  const members = new Map<string, Member>();
  const allowed = fields.map((field) => field.name).join(", ") || "none";
  for (const field of fields) {
    const spellings = [...new Set([field.name, field.jsonName])];
    const decodeField = decoderOfField(field);
    for (const spelling of spellings) {
      const twin = spellings.find((other) => other !== spelling);
      members.set(spelling, { localName: field.localName, name: field.name, twin, decode: decodeField });
    }
  }
  return (json, path, violations) => {
    const message = create(desc);
    const slots = message as Message & Record<string, unknown>; // the local names are those of this very message
    for (const key of Object.keys(json)) {
      const member = members.get(key);
      if (member === undefined) {
        violations.add(join(path, printable(key)), `unknown member; allowed: ${allowed}`);
        continue;
      }
      const value = json[key];
      if (value === null) continue;
      if (key === member.name && member.twin !== undefined && (json[member.twin] ?? null) !== null) {
        violations.add(join(path, key), `given twice, as "${key}" and as "${member.twin}"`);
      }
      slots[member.localName] = member.decode(value, join(path, member.name), violations);
    }
    return message;
  };
}

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** A member's name as a client wrote it, made fit for a message. */
const printable = (key: string): string => (/^[\w-]{1,60}$/.test(key) ? key : shown(key));

function decoderOfField(field: DescField): ValueDecoder {
  switch (field.fieldKind) {
    case "scalar":
      return decodeScalar(scalarOf(field, field.scalar));
    case "message":
      return decoderOfMessage(field, field.message);
    case "list":
      if (field.listKind === "scalar") return decodeList(field, decodeScalar(scalarOf(field, field.scalar)));
      if (field.listKind === "message") return decodeList(field, decoderOfMessage(field, field.message));
      throw unsupported(field);
    case "enum":
    case "map":
      throw unsupported(field);
  }
}

function decoderOfMessage(field: DescField, desc: DescMessage): ValueDecoder {
  switch (desc.typeName) {
    case "google.protobuf.Struct":
      return decodeStruct;
    case "google.protobuf.FieldMask":
      return decodeFieldMask;
  }
  if (desc.typeName.startsWith("google.protobuf.") || field.oneof) throw unsupported(field);
  const decodeMessage = decoderOf(desc);
  return (value, path, violations) => {
    if (isObject(value)) return decodeMessage(value, path, violations);
    violations.add(path, `must be an object, got ${shown(value)}`);
    return undefined;
  };
}

function decodeScalar(scalar: Scalar): ValueDecoder {
  return (value, path, violations) => {
    if (!scalar.accepts(value)) violations.add(path, refusal(scalar, value));
    return value;
  };
}

/** A list that is too long is not looked into: two bytes make an item. */
function decodeList(field: DescField, decodeItem: ValueDecoder): ValueDecoder {
  const { type } = getOption(field, fieldRules);
  const most = type.case === "repeated" ? Number(type.value.maxItems) || Infinity : Infinity;
  return (value, path, violations) => {
    if (!Array.isArray(value)) {
      violations.add(path, `must be an array, got ${shown(value)}`);
      return [];
    }
    if (value.length > most) {
      violations.add(path, `must contain no more than ${most} items, but has ${value.length}`);
      return [];
    }
    const items: unknown[] = [];
    for (let index = 0; index < value.length && !violations.full; index++) {
      items.push(decodeItem(value[index], `${path}[${index}]`, violations));
    }
    return items;
  };
}

/** Nothing is copied, so a member called `__proto__` stays the plain member that JSON.parse made of it. */
const decodeStruct: ValueDecoder = (value, path, violations) => {
  if (isObject(value)) checkStruct(value, path, violations);
  else violations.add(path, `must be an object, got ${shown(value)}`);
  return value;
};

/** Refuses what cannot be stored and given back as it is: text that is no Unicode, numbers beyond a double. */
function checkStruct(value: unknown, path: string, violations: Violations): void {
  if (typeof value === "string" && !value.isWellFormed()) {
    violations.add(path, `must be a string of valid Unicode, got ${shown(value)}`);
  } else if (typeof value === "number" && !Number.isFinite(value)) {
    violations.add(path, "must be a number that fits a double");
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (!key.isWellFormed()) violations.add(path, `must have names of valid Unicode, got ${shown(key)}`);
      checkStruct(item, Array.isArray(value) ? `${path}[${key}]` : join(path, printable(key)), violations);
    }
  }
}

/** A mask is a string of comma-separated paths, in either spelling. */
const decodeFieldMask: ValueDecoder = (value, path, violations) => {
  if (typeof value !== "string" || !/^(\w+(\.\w+)*(,\w+(\.\w+)*)*)?$/.test(value)) {
    violations.add(path, `must be a string of comma-separated member names, got ${shown(value)}`);
    return undefined;
  }
  const paths = value === "" ? [] : value.split(",");
  return create(FieldMaskSchema, { paths: paths.map(snakeCase) });
};

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
