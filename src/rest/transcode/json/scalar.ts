import { getOption, hasOption, ScalarType, type DescField } from "@bufbuild/protobuf";
import { field as fieldRules } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { shown } from "../../../json.ts";

/** A kind of JSON value that a scalar field takes, from a body or from the text of a parameter. */
export type Scalar = {
  /** What is allowed: "must be ..." */
  allowed: string;
  accepts(value: unknown): boolean;
  /** The value that the text of a parameter stands for; undefined where it stands for none. */
  fromText(text: string): unknown;
};

const string: Scalar = {
  allowed: "must be a string of valid Unicode",
  accepts: (value) => typeof value === "string" && value.isWellFormed(),
  fromText: (text) => text,
};

const bool: Scalar = {
  allowed: "must be true or false",
  accepts: (value) => typeof value === "boolean",
  fromText: (text) => (text === "true" ? true : text === "false" ? false : undefined),
};

const number: Scalar = {
  allowed: "must be a finite number",
  accepts: Number.isFinite,
  fromText: (text) => (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined),
};

function integer(least: number, most: number): Scalar {
  return {
    allowed: `must be an integer between ${least} and ${most}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    fromText: (text) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  };
}

const int32Max = 2 ** 31 - 1;
const int32 = integer(-(2 ** 31), int32Max);
const uint32 = integer(0, 2 ** 32 - 1);

/**
 * Throws at start-up on the scalars that JSON would show in disguise: 64-bit integers (a string) and bytes (base64).
 * The contract has none of them where REST can see it.
 */
export function scalarOf(field: DescField, type: ScalarType): Scalar {
  switch (type) {
    case ScalarType.STRING:
      return string;
    case ScalarType.BOOL:
      return bool;
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return number;
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return { ...int32, allowed: allowedOf(field) };
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return uint32;
    case ScalarType.INT64:
    case ScalarType.UINT64:
    case ScalarType.SINT64:
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
    case ScalarType.BYTES:
      throw unsupported(field);
  }
}

/** What the contract's rules allow, though it is they who hold the value to it: a type of 32 bits takes more. */
function allowedOf(field: DescField): string {
  const { type } = hasOption(field, fieldRules) ? getOption(field, fieldRules) : {};
  if (type?.case !== "int32") return int32.allowed;
  const { greaterThan, lessThan } = type.value;
  const least = greaterThan.case === "gte" ? greaterThan.value : undefined;
  const most = lessThan.case === "lte" ? lessThan.value : int32Max;
  return least === undefined ? int32.allowed : `must be an integer from ${least} to ${most}`;
}

/** Of a field of the contract: a fault of ours, not of a caller. */
export function unsupported(field: DescField): Error {
  return new Error(`${field.parent.typeName}.${field.name} has a type that REST does not carry`);
}

/** What is wrong with a value that a scalar does not accept. */
export function refusal(scalar: Scalar, value: unknown): string {
  return `${scalar.allowed}, got ${shown(value)}`;
}
