import { getOption, type DescField, type DescMethod, type JsonObject } from "@bufbuild/protobuf";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { parseTemplate } from "../../src/rest/transcode/template.ts";
import { commentOf } from "./comment.ts";
import { failures } from "./errors.ts";
import { exampleOf, type Example } from "./examples.ts";
import { commonHeaders } from "../../src/answer-headers.ts";
import { headerRefs, ownHeaders } from "./headers.ts";
import { listedName, membersOf } from "./member.ts";
import { isRequired } from "./presence.ts";
import { isRead, repeatOf } from "./repeat.ts";
import type { Schemas } from "./schema.ts";
import { keyed, withoutKey } from "./security.ts";

/** RPCs that answer without a key as well. */
const keyless = new Set(["cairn.gateway.v1.GatewayService/GetHealth"]);

/** Services whose every RPC is of somebody's memory. */
const ofUsers = new Set(["MemoryService", "PatternsService", "DirectivesService", "GraphService"]);

/** The operation of one google.api.http rule of a method: `index` counts its additional bindings. */
export function operationOf(method: DescMethod, index: number, schemas: Schemas): JsonObject {
  const first = getOption(method, http);
  const rule = [first, ...first.additionalBindings][index] ?? first;
  const path = bindingsOf(method)[index]?.path ?? "";
  const { input, output } = method;
  const operationId = `${method.localName}${index === 0 ? "" : index + 1}`;
  const example = exampleOf(operationId);
  const bound = parseTemplate(path).variables.map(({ field }) => field);
  const free = membersOf(input).filter((field) => !bound.includes(field.name));
  const queried = rule.body === "*" ? [] : free.filter((field) => field.name !== rule.body);
  const parameters = [
    ...input.fields
      .filter((field) => bound.includes(field.name))
      .map((field) => parameterOf(field, "path", schemas, example)),
    ...queried.map((field) => parameterOf(field, "query", schemas, example)),
    ...(ofUsers.has(method.parent.name) ? [{ $ref: "#/components/parameters/CairnUser" }] : []),
    ...(repeatOf(method) === "keyed" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ];
  const bodyField = input.fields.find((field) => field.name === rule.body);
  const body = (): JsonObject => (bodyField ? schemas.field(bodyField, "request") : schemas.request(input, free));
  // What a change changes, it names; any other body may be absent where all of its members may be.
  const isNeeded = rule.pattern.case === "patch" || (bodyField ? isRequired(bodyField) : free.some(isRequired));
  const responseField = output.fields.find((field) => field.name === rule.responseBody);
  const answer = responseField ? schemas.field(responseField, "response") : schemas.response(output);
  const comment = commentOf(method);
  const name = `${method.parent.typeName}/${method.name}`;
  const headers = [...commonHeaders, ...(ownHeaders[name] ?? [])];
  return {
    operationId,
    tags: [method.parent.name],
    summary: comment.replace(/\.( .*)?$/s, ""),
    description: comment,
    ...(keyless.has(name) ? { security: [...keyed, withoutKey] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(rule.body === "" ? {} : { requestBody: requestBody(body(), isNeeded, free, example) }),
    responses: {
      "200": success(answer, headers, example),
      ...failures(path, { hasBody: rule.body !== "", ...kindOf(method, bound) }),
    },
  };
}

/** A usage may be that of a key which there is not. */
const named = new Set(["GetUsage"]);

function kindOf(method: DescMethod, bound: readonly string[]): { writes: boolean; names: boolean } {
  const writes = !isRead(method);
  return { writes, names: writes || bound.length > 0 || named.has(method.name) };
}

function requestBody(
  schema: JsonObject,
  required: boolean,
  fields: readonly DescField[],
  example: Example | undefined,
): JsonObject {
  const members = Object.entries(example?.request ?? {}).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    return field ? [[listedName(field), value]] : [];
  });
  const shown: JsonObject = example ? { example: Object.fromEntries(members) } : {};
  return { ...(required ? { required } : {}), content: { "application/json": { schema, ...shown } } };
}

function parameterOf(
  field: DescField,
  place: "path" | "query",
  schemas: Schemas,
  example: Example | undefined,
): JsonObject {
  const required = place === "path" || isRequired(field);
  const value = example?.request[field.name] ?? example?.more?.[field.name];
  return {
    name: field.name,
    in: place,
    ...(required ? { required } : {}),
    description: commentOf(field),
    schema: schemas.value(field, "request"),
    ...(field.fieldKind === "list" ? { style: "form", explode: true } : {}),
    ...(value === undefined ? {} : { example: value }),
  };
}

/** Headers that requests may have. */
export const headerParameters = {
  CairnUser: {
    name: "X-Cairn-User",
    in: "header",
    description:
      "Whose memory, in UTF-8, where the request has no `user_id` and its key is bound to nobody; it may name nobody else than these.",
    schema: { type: "string", minLength: 1, maxLength: 200 },
    example: "ana",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "The same key with the same request within 24 hours returns the first answer again, or 409 if any of what it wrote was erased since.",
    // What is printable; HTTP takes spaces off both ends.
    schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[ -~]*[!-~][ -~]*$" },
    example: "0f8b7c1e5a9d4c62",
  },
} satisfies Record<string, JsonObject>;

function success(schema: JsonObject, headers: readonly string[], example: Example | undefined): JsonObject {
  const content = { "application/json": { schema, ...(example ? { example: example.answer } : {}) } };
  return { description: "Done.", headers: headerRefs(headers), content };
}
