import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

export type Parameter = {
  name: string;
  in: string;
  description?: string;
  example?: JsonValue;
  schema?: JsonObject;
};

/** An operation, as OpenAPI has it. */
export type DocumentedOperation = {
  method: string;
  path: string;
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonObject; example?: JsonObject }> };
  responses: Record<string, JsonObject>;
};

export const document = JSON.parse(
  readFileSync(new URL("../../gen/openapi.json", import.meta.url), "utf8"),
) as JsonObject & {
  paths: Record<string, Record<string, Omit<DocumentedOperation, "method" | "path">>>;
  components: Record<"schemas" | "responses" | "headers", Record<string, JsonObject>> & {
    parameters: Record<string, Parameter>;
  };
}; // our own file

export const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { ...operation, parameters: (operation.parameters ?? []).map(referred), method: method.toUpperCase(), path },
    ]),
  ),
) as Map<string, DocumentedOperation>;

/** What a parameter refers to, if it is a reference. */
function referred(parameter: Parameter | { $ref: string }): Parameter {
  if (!("$ref" in parameter)) return parameter;
  return document.components.parameters[parameter.$ref.split("/").at(-1)!]!;
}

export type Sent = { method: string; path: string; body: JsonObject | undefined };

/** A request with these members, as the document says that it is sent. */
export function requestOf(operationId: string, members: JsonObject): Sent {
  const { method, path, parameters, requestBody } = operations.get(operationId)!;
  const free = new Map(Object.entries(members));
  const taken = (name: string): JsonValue | undefined => {
    const value = free.get(name);
    free.delete(name);
    return value;
  };
  let address = path;
  const query = new URLSearchParams();
  for (const parameter of parameters) {
    const value = taken(parameter.name);
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    else if (value !== undefined) for (const each of [value].flat()) query.append(parameter.name, String(each));
  }
  if (requestBody === undefined && free.size > 0)
    throw new Error(`${operationId} has no ${[...free.keys()].join(", ")}`);
  const body = requestBody ? Object.fromEntries(free) : undefined;
  return { method, path: query.size > 0 ? `${address}?${query}` : address, body };
}
