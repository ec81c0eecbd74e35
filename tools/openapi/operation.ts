import { getOption, type DescField, type DescMethod, type JsonObject } from "@bufbuild/protobuf";
import { http } from "../../gen/google/api/annotations_pb.ts";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { parseTemplate } from "../../src/rest/transcode/template.ts";
import { commentOf } from "./comment.ts";
import { isRequired } from "./presence.ts";
import { repeatOf } from "./repeat.ts";
import type { Schemas } from "./schema.ts";

/** Every error that an operation may answer with. Its name is that of its response component. */
export const errorStatuses = [
  { status: 400, code: "invalid_argument", name: "InvalidArgument", description: "A member is missing or not valid." },
  { status: 401, code: "unauthenticated", name: "Unauthenticated", description: "No key, or none that is good." },
  {
    status: 403,
    code: "permission_denied",
    name: "PermissionDenied",
    description: "The key is good, but not for this.",
  },
  { status: 404, code: "not_found", name: "NotFound", description: "No such thing, or not yours." },
  { status: 409, code: "conflict", name: "Conflict", description: "It contradicts what is stored or in flight." },
  { status: 413, code: "payload_too_large", name: "PayloadTooLarge", description: "The body is above its cap." },
  { status: 415, code: "unsupported_media_type", name: "UnsupportedMediaType", description: "The body is not JSON." },
  {
    status: 429,
    code: "rate_limited",
    name: "RateLimited",
    description: "A window of the plan is spent.",
    retry: true,
  },
  { status: 500, code: "internal", name: "Internal", description: "A fault of the server." },
  { status: 503, code: "unavailable", name: "Unavailable", description: "Not now: try again.", retry: true },
];

/** RPCs that answer without a key as well. */
const keyless = new Set(["cairn.gateway.v1.GatewayService/GetHealth"]);

/** The operation of one google.api.http rule of a method: `index` counts its additional bindings. */
export function operationOf(method: DescMethod, index: number, schemas: Schemas): JsonObject {
  const first = getOption(method, http);
  const rule = [first, ...first.additionalBindings][index] ?? first;
  const path = bindingsOf(method)[index]?.path ?? "";
  const { input, output } = method;
  const bound = parseTemplate(path).variables.map(({ field }) => field);
  const free = input.fields.filter((field) => !bound.includes(field.name));
  const queried = rule.body === "*" ? [] : free.filter((field) => field.name !== rule.body);
  const parameters = [
    ...input.fields.filter((field) => bound.includes(field.name)).map((field) => parameterOf(field, "path", schemas)),
    ...queried.map((field) => parameterOf(field, "query", schemas)),
    ...(repeatOf(method) === "keyed" ? [idempotencyKey] : []),
  ];
  const bodyField = input.fields.find((field) => field.name === rule.body);
  const body = bodyField ? schemas.field(bodyField, "request") : schemas.request(input, free);
  const responseField = output.fields.find((field) => field.name === rule.responseBody);
  const answer = responseField ? schemas.field(responseField, "response") : schemas.response(output);
  const comment = commentOf(method);
  return {
    operationId: `${method.localName}${index === 0 ? "" : index + 1}`,
    tags: [method.parent.name],
    summary: comment.replace(/\.( .*)?$/s, ""),
    description: comment,
    ...(keyless.has(`${method.parent.typeName}/${method.name}`) ? { security: [{ bearer: [] }, {}] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(rule.body === "" ? {} : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: { "200": success(answer), ...failures(rule.body !== "") },
  };
}

function parameterOf(field: DescField, place: "path" | "query", schemas: Schemas): JsonObject {
  const required = place === "path" || isRequired(field);
  return {
    name: field.name,
    in: place,
    ...(required ? { required } : {}),
    description: commentOf(field),
    schema: schemas.value(field, "request"),
    ...(field.fieldKind === "list" ? { style: "form", explode: true } : {}),
  };
}

const idempotencyKey: JsonObject = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key with the same request within 24 hours gives the first answer again.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

function success(schema: JsonObject): JsonObject {
  const names = ["X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
  const headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return { description: "Done.", headers, content: { "application/json": { schema } } };
}

/** Without a body there is none that is too large or of the wrong type. */
function failures(hasBody: boolean): JsonObject {
  const possible = errorStatuses.filter(({ status }) => hasBody || (status !== 413 && status !== 415));
  return Object.fromEntries(possible.map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]));
}
