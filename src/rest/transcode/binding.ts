import {
  create,
  getOption,
  hasOption,
  type DescField,
  type DescMessage,
  type DescMethod,
  type JsonObject,
  type JsonValue,
  type Message,
} from "@bufbuild/protobuf";
import { FieldMaskSchema } from "@bufbuild/protobuf/wkt";
import { http } from "../../../gen/google/api/annotations_pb.ts";
import type { HttpRule } from "../../../gen/google/api/http_pb.ts";
import { invalid } from "../../error.ts";
import { isObject, shown } from "../../json.ts";
import { decoderOf, decoderOfFields } from "./json/decode.ts";
import { encoderOf, encoderOfField } from "./json/encode.ts";
import { Violations } from "./json/violations.ts";
import { decoderOfQuery, decodeVariable } from "./query.ts";
import type { PathVariable } from "./router.ts";
import { parseTemplate } from "./template.ts";

/** What a request carries for its input message. */
export type RequestParts = {
  /** The parsed body; undefined where the route takes none. */
  body: JsonValue | undefined;
  /** What follows the "?"; may be empty. */
  query: string;
  variables: PathVariable[];
};

/** One google.api.http rule of a method: how its request becomes the input, and how the output becomes a body. */
export type Binding = {
  /** "GET", "POST" ... */
  method: string;
  /** The template of its path. */
  path: string;
  hasBody: boolean;
  /** Throws one `invalid_argument` that lists every violation. */
  decode(parts: RequestParts): Message;
  encode(output: Message): JsonValue;
};

/** The bindings of a method; none without a rule. Throws on a rule that names a field that does not exist. */
export function bindingsOf(method: DescMethod): Binding[] {
  if (!hasOption(method, http)) return [];
  const rule = getOption(method, http);
  return [rule, ...rule.additionalBindings].map((each) => compile(method, each));
}

function compile({ input, output, name }: DescMethod, rule: HttpRule): Binding {
  const [method, path] = patternOf(rule, name);
  const template = parseTemplate(path);
  const bound = template.variables.map((variable) => fieldOf(input, variable.field));
  const variables = new Map(bound.map((field) => [field.name, decodeVariable(field)]));
  const decodeRest = restDecoder(input, rule, { method, path }, bound);
  const encode = encoderOfRule(output, rule);
  return {
    method,
    path,
    hasBody: rule.body !== "",
    decode({ body, query, variables: values }) {
      const violations = new Violations();
      const message = decodeRest(body, query, violations);
      for (const [field, text] of values) variables.get(field)?.(text, message, violations);
      violations.throwIfAny();
      return message;
    },
    encode,
  };
}

/** Providers' own clients ask there, and may say what only their provider understands: `?beta=true`. */
const pathsOfOthers = "/v1/";

type RestDecoder = (body: JsonValue | undefined, query: string, violations: Violations) => Message;

/** Decodes what the path does not bind: the body "*" takes it all, else the query takes what the body does not. */
function restDecoder(
  input: DescMessage,
  rule: HttpRule,
  { method, path }: Pick<Binding, "method" | "path">,
  bound: DescField[],
): RestDecoder {
  const free = input.fields.filter((field) => !bound.includes(field));
  if (rule.body === "*") {
    const mask = method === "PATCH" ? free.find(isUpdateMask) : undefined;
    const members = free.filter((field) => field !== mask);
    const decodeMembers = decoderOfFields(input, members);
    const decodeQuery = decoderOfQuery([]);
    const fillMask = mask && maskFiller(mask, members);
    return (body, text, violations) => {
      const json = objectOf(body);
      const message = decodeMembers(json, "", violations);
      decodeQuery(text, message, violations);
      fillMask?.(json, message);
      return message;
    };
  }
  const inBody = rule.body === "" ? undefined : fieldOf(input, rule.body);
  const queried = free.filter((field) => field !== inBody);
  const decodeQuery = decoderOfQuery(queried, { ignoresUnknown: path.startsWith(pathsOfOthers) });
  if (inBody === undefined) {
    return (_body, text, violations) => {
      const message = create(input);
      decodeQuery(text, message, violations);
      return message;
    };
  }
  if (inBody.fieldKind !== "message") throw new Error(`${input.typeName}.${inBody.name}: a body must be a message`);
  const decodeBody = decoderOf(inBody.message);
  return (body, text, violations) => {
    const message = create(input);
    Object.assign(message, { [inBody.localName]: decodeBody(objectOf(body), "", violations) });
    decodeQuery(text, message, violations);
    return message;
  };
}

function objectOf(body: JsonValue | undefined): JsonObject {
  if (isObject(body)) return body;
  throw invalid("body", `must be a JSON object, got ${shown(body)}`);
}

const isUpdateMask = ({ name, message }: DescField): boolean =>
  name === "update_mask" && message?.typeName === FieldMaskSchema.typeName;

/**
 * The members of a PATCH's body are what it changes: they are its `update_mask`, so that an empty list empties, and it has no
 * such member of its own. Whose memory is meant (`user_id`) is no change.
 */
function maskFiller(mask: DescField, members: DescField[]): (body: JsonObject, message: Message) => void {
  const changeable = members.filter((field) => field.name !== "user_id");
  return (body, message) => {
    const given = (name: string): boolean => (body[name] ?? null) !== null;
    const changed = changeable.filter((field) => given(field.name) || given(field.jsonName));
    const paths = changed.map((field) => field.name);
    Object.assign(message, { [mask.localName]: create(FieldMaskSchema, { paths }) });
  };
}

function encoderOfRule(output: DescMessage, rule: HttpRule): Binding["encode"] {
  if (rule.responseBody === "") return encoderOf(output);
  const field = fieldOf(output, rule.responseBody);
  const encode = encoderOfField(field);
  return (message) => {
    const value = (message as Message & Record<string, unknown>)[field.localName]; // a field of this very message
    if (value === undefined) throw new Error(`${output.typeName}.${field.name} is not set`);
    return encode(value);
  };
}

function patternOf({ pattern }: HttpRule, name: string): [method: string, path: string] {
  switch (pattern.case) {
    case undefined:
      throw new Error(`${name}: an HTTP rule without a path`);
    case "custom":
      return [pattern.value.kind, pattern.value.path];
    default:
      return [pattern.case.toUpperCase(), pattern.value];
  }
}

function fieldOf(desc: DescMessage, name: string): DescField {
  const field = desc.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`${desc.typeName} has no field "${name}", which its HTTP rule names`);
  return field;
}
