import { document, operations } from "./documented.ts";
import { faultOfValue, pointerTo } from "./validator.ts";

/** What HTTP says of a body or a connection, and what a proxy or a browser reads: no part of the contract. */
const ofTransport =
  /^(connection|keep-alive|date|vary|content-.*|transfer-encoding|cache-control|x-accel-buffering|x-content-type-options)$/;

type Response = { headers?: Record<string, object>; $ref?: string };

/** What is wrong with the headers of an answer: one that the document does not name, or whose value is another. */
export function faultsOfHeaders(operationId: string, { status, headers }: { status: number; headers: Headers }) {
  const { responses } = operations.get(operationId)!;
  const response = (responses[status] ?? responses["default"] ?? {}) as Response;
  const faults = response.$ref
    ? faultsOfResponse(response.$ref.split("/").at(-1)!, headers)
    : faultsOf(response, headers);
  return faults.map((fault) => `${operationId} ${status}: ${fault}`);
}

/** The same of a response that many operations have, by its name. */
export function faultsOfResponse(name: string, headers: Headers): string[] {
  return faultsOf(document.components.responses[name] as Response, headers);
}

function faultsOf(response: Response, headers: Headers): string[] {
  const named = new Map(Object.keys(response.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  return [...headers].flatMap(([header, text]) => {
    if (ofTransport.test(header)) return [];
    const name = named.get(header);
    const fault = name === undefined ? "is not named" : faultOfHeader(name, text);
    return fault === undefined ? [] : [`${header} ${fault}`];
  });
}

function faultOfHeader(name: string, text: string): string | undefined {
  const { schema } = document.components.headers[name] as { schema: { type: string } };
  const value = schema.type === "string" ? text : Number(text);
  return faultOfValue(pointerTo("components", "headers", name, "schema"), value);
}
