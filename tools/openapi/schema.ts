import {
  getOption,
  isFieldSet,
  ScalarType,
  type DescField,
  type DescMessage,
  type JsonObject,
} from "@bufbuild/protobuf";
import {
  field as fieldRules,
  FieldRulesSchema,
  type FieldRules,
  type StringRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { timeForm } from "../../src/rpc/convert/time.ts";
import { commentOf } from "./comment.ts";
import { listedName, membersOf, otherName } from "./member.ts";
import { isEmitted, isRequired } from "./presence.ts";

/** An object of any members: without the second, some generators make it one that has none. */
export const anyObject: JsonObject = { type: "object", additionalProperties: true };

/** Requests name their members and take no others; answers may gain members. */
type Side = "request" | "response";

/** The JSON Schemas of messages. Each is written once, under its short name, and referred to. */
export class Schemas {
  readonly #schemas = new Map<string, { typeName: string; schema: JsonObject }>();

  /** All schemas so far, by name. */
  all(): JsonObject {
    const names = [...this.#schemas.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#schemas.get(name)?.schema ?? {}]));
  }

  response(desc: DescMessage): JsonObject {
    return this.#message(desc, "response");
  }

  /** Of a body that has these fields only: the path has the others. */
  request(desc: DescMessage, fields: DescField[]): JsonObject {
    return this.#message(desc, "request", fields);
  }

  /** A field's schema with its comment. */
  field(field: DescField, side: Side): JsonObject {
    return { ...this.value(field, side), description: commentOf(field) + otherName(field) };
  }

  value(field: DescField, side: Side): JsonObject {
    const rules = getOption(field, fieldRules);
    switch (field.fieldKind) {
      case "scalar":
        return { ...scalar(field.scalar), ...limits(rules), ...(isTime(field) ? timeRules[side] : {}) };
      case "message":
        return this.#message(field.message, side);
      case "list": {
        const items = field.message ? this.#message(field.message, side) : scalar(field.scalar ?? ScalarType.STRING);
        const repeated = rules.type.case === "repeated" ? rules.type.value : undefined;
        return {
          type: "array",
          items: { ...items, ...(repeated?.items ? limits(repeated.items) : {}) },
          ...(repeated?.minItems ? { minItems: Number(repeated.minItems) } : {}),
          ...(repeated?.maxItems ? { maxItems: Number(repeated.maxItems) } : {}),
        };
      }
      case "enum":
      case "map":
        throw new Error(`${field.toString()}: REST does not carry it`);
    }
  }

  #message(desc: DescMessage, side: Side, fields: DescField[] = membersOf(desc)): JsonObject {
    if (desc.typeName === "google.protobuf.Struct") return anyObject;
    const known = this.#schemas.get(desc.name);
    if (known && known.typeName !== desc.typeName) throw new Error(`two messages are called ${desc.name}`);
    if (!known) {
      const schema: JsonObject = { type: "object" };
      this.#schemas.set(desc.name, { typeName: desc.typeName, schema });
      Object.assign(schema, this.#object(desc, side, fields));
    }
    return { $ref: `#/components/schemas/${desc.name}` };
  }

  #object(desc: DescMessage, side: Side, fields: DescField[]): JsonObject {
    const required = fields.filter((field) => (side === "request" ? isRequired(field) : isEmitted(field)));
    return {
      description: commentOf(desc),
      properties: Object.fromEntries(fields.map((field) => [listedName(field), this.field(field, side)])),
      ...(required.length > 0 ? { required: required.map(listedName) } : {}),
      ...(side === "request" ? { additionalProperties: false } : {}),
    };
  }
}

/** The contract has times as texts: JSON Schema's `date-time` is one of the forms that requests may have. */
const timeRules: Record<Side, JsonObject> = {
  request: { pattern: timeForm.source.replaceAll(/\?<\w+>/g, "?:") },
  response: { format: "date-time" },
};

function isTime(field: DescField): boolean {
  return field.scalar === ScalarType.STRING && /_at$|^as_of$|^since$|^until$/.test(field.name);
}

function scalar(type: ScalarType): JsonObject {
  switch (type) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return { type: "number" };
    default:
      return { type: "integer", format: "int32" };
  }
}

function limits(rules: FieldRules): JsonObject {
  const { type } = rules;
  switch (type.case) {
    case "string":
      return stringLimits(type.value);
    case "int32":
    case "uint32":
    case "double":
    case "float": {
      const { greaterThan, lessThan } = type.value;
      return {
        ...(greaterThan.case === "gte" ? { minimum: greaterThan.value } : {}),
        ...(greaterThan.case === "gt" ? { exclusiveMinimum: greaterThan.value } : {}),
        ...(lessThan.case === "lte" ? { maximum: lessThan.value } : {}),
        ...(lessThan.case === "lt" ? { exclusiveMaximum: lessThan.value } : {}),
      };
    }
    default:
      if (isFieldSet(rules, FieldRulesSchema.field.cel)) throw new Error("a rule in CEL has no JSON Schema");
      return {};
  }
}

/** JSON Schema finds a pattern anywhere in a text, but what some generators make of one asks it of the beginning, or the whole. */
function ofWhole(pattern: string): string {
  return pattern.startsWith("^") && pattern.endsWith("$") ? pattern : String.raw`^[\s\S]*${pattern}[\s\S]*$`;
}

/** A cap in bytes bounds the characters too. */
function stringLimits({ minLen, maxLen, maxBytes, pattern, in: values, notIn }: StringRules): JsonObject {
  const longest = maxLen > 0n ? maxLen : maxBytes;
  return {
    ...(minLen > 0n ? { minLength: Number(minLen) } : {}),
    ...(longest > 0n ? { maxLength: Number(longest) } : {}),
    ...(pattern === "" ? {} : { pattern: ofWhole(pattern) }),
    ...(values.length > 0 ? { enum: values } : {}),
    ...(notIn.length > 0 ? { not: { enum: notIn } } : {}),
  };
}
