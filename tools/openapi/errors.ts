import type { JsonObject } from "@bufbuild/protobuf";
import { errorExample } from "./examples.ts";
import { commonHeaders } from "../../src/answer-headers.ts";
import { headerRefs } from "./headers.ts";
import { AppError, type ErrorCode, type ErrorDetail } from "../../src/error.ts";
import type { ErrorBody } from "../../src/rest/errors.ts";
import { modelPaths } from "../../src/server/page/model-paths.ts";

/** An error that an operation may answer with. Its name is that of its response component. */
type ErrorStatus = {
  status: number;
  code: ErrorCode;
  name: string;
  description: string;
  /** Headers beside those of every answer. */
  headers?: string[];
  /** Only of operations of this kind. */
  of?: keyof Operation;
};

/** What tells which errors an operation may answer with. */
export type Operation = {
  hasBody: boolean;
  /** It stores or changes something. */
  writes: boolean;
  /** It asks for something by its id, or writes for an account that may be gone. */
  names: boolean;
};

const errorStatuses: ErrorStatus[] = [
  { status: 400, code: "invalid_argument", name: "InvalidArgument", description: "A member is missing or not valid." },
  {
    status: 401,
    code: "unauthenticated",
    name: "Unauthenticated",
    description: "The key is missing or not valid.",
    headers: ["WWW-Authenticate"],
  },
  { status: 403, code: "permission_denied", name: "PermissionDenied", description: "The key may not do this." },
  { status: 404, code: "not_found", name: "NotFound", description: "It does not exist, or is not yours.", of: "names" },
  {
    status: 408,
    code: "deadline_exceeded",
    name: "RequestTimeout",
    description: "The request did not arrive in time.",
    of: "hasBody",
  },
  {
    status: 409,
    code: "conflict",
    name: "Conflict",
    description:
      "The request contradicts what is stored, or its Idempotency-Key was used for another request, or for one that wrote what was erased since.",
    of: "writes",
  },
  {
    status: 413,
    code: "payload_too_large",
    name: "PayloadTooLarge",
    description: "The body is too large.",
    of: "hasBody",
  },
  {
    status: 415,
    code: "unsupported_media_type",
    name: "UnsupportedMediaType",
    description: "The body is not JSON.",
    of: "hasBody",
  },
  {
    status: 429,
    code: "rate_limited",
    name: "RateLimited",
    description: "A rate limit of the plan is exceeded.",
    headers: ["Retry-After"],
  },
  { status: 431, code: "headers_too_large", name: "HeadersTooLarge", description: "The headers are too large." },
  { status: 500, code: "internal", name: "Internal", description: "The server failed." },
  {
    status: 503,
    code: "unavailable",
    name: "Unavailable",
    description: "The server cannot answer now: try again.",
    headers: ["Retry-After"],
  },
  { status: 504, code: "deadline_exceeded", name: "DeadlineExceeded", description: "The answer took too long." },
];

/** Those of no operation: the path has other methods, or the client went away. */
const ofNoOperation: ErrorCode[] = ["method_not_allowed", "cancelled"];

/** The errors of an operation, by their status. Without a body there is none that is too large or of the wrong type. */
export function failures(path: string, operation: Operation): JsonObject {
  const possible = errorStatuses.filter(({ of }) => of === undefined || operation[of]);
  const isForeign = path.startsWith(modelPaths.prefix);
  return Object.fromEntries(possible.map((each) => [each.status, isForeign ? foreignResponse(each) : refTo(each)]));
}

function refTo({ name }: ErrorStatus): JsonObject {
  return { $ref: `#/components/responses/${name}` };
}

/** The same where clients of models ask. Headers that are too large are refused before anybody knows for whom. */
function foreignResponse(error: ErrorStatus): JsonObject {
  if (error.code === "headers_too_large") return refTo(error);
  const example = errorExample(error.name);
  return {
    ...responseOf(error),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ModelError" },
        ...(example ? { example: inForeignForm(example) } : {}),
      },
    },
  };
}

function inForeignForm(example: JsonObject): JsonObject {
  const body = example as ErrorBody & JsonObject; // as the server answered
  const error = new AppError(body.error, body.message, { details: (body.details ?? []) as ErrorDetail[] });
  return modelPaths.errorBody(error, body) as JsonObject;
}

export function errorResponses(): JsonObject {
  return Object.fromEntries(
    errorStatuses.map((error) => {
      const example = errorExample(error.name);
      const schema = { $ref: "#/components/schemas/Error" };
      const content = { "application/json": { schema, ...(example ? { example } : {}) } };
      return [error.name, { ...responseOf(error), content }];
    }),
  );
}

function responseOf({ description, headers = [] }: ErrorStatus): JsonObject {
  return { description, headers: headerRefs([...commonHeaders, ...headers]) };
}

/** A member that was wrong. */
export const errorDetail: JsonObject = { $ref: "#/components/schemas/ErrorDetail" };

export function errorSchemas(): JsonObject {
  const detail = {
    type: "object",
    description: "A member of the request that was wrong.",
    required: ["field", "message"],
    properties: {
      field: { type: "string", description: 'The path of the member, such as "messages[2].role".' },
      message: { type: "string", description: "What is allowed." },
    },
  };
  const codes = [...errorStatuses.map(({ code }) => code), ...ofNoOperation];
  const code = { type: "string", description: "A stable code.", enum: [...new Set(codes)] };
  const message = { type: "string", description: "A human-readable sentence." };
  const more = {
    message,
    details: { type: "array", description: "The members that were wrong.", items: errorDetail },
    request_id: { type: "string", description: "The value of the header X-Request-Id." },
  };
  return {
    ErrorDetail: detail,
    Error: {
      type: "object",
      description: "Why a request failed.",
      required: ["error", "message", "request_id"],
      properties: { error: code, ...more },
    },
    ModelError: {
      type: "object",
      description: "An error below `/v1/`, in a form that the clients of both OpenAI and Anthropic read.",
      required: ["type", "error", "message", "request_id"],
      properties: {
        type: { const: "error" },
        error: {
          type: "object",
          required: ["type", "message", "param", "code"],
          properties: {
            type: { type: "string", description: "Anthropic's name for it, such as `not_found_error`." },
            message,
            param: { type: ["string", "null"], description: "The first member that was wrong." },
            code,
          },
        },
        ...more,
      },
    },
  };
}
