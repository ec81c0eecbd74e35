import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { DirectivesService } from "../../gen/cairn/directives/v1/directives_pb.ts";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { GraphService } from "../../gen/cairn/graph/v1/graph_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { bindingsOf } from "../../src/rest/transcode/binding.ts";
import { docsPage } from "../../src/server/page/docs-page.ts";

type Schema = { required?: string[]; properties?: Record<string, object>; additionalProperties?: boolean };
type Operation = {
  operationId: string;
  description: string;
  security?: object[];
  responses: Record<string, object>;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required?: boolean };
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

const text = readFileSync(new URL("../../gen/openapi.json", import.meta.url), "utf8");
const { paths, components } = JSON.parse(text) as Document; // our own file

test("has every route, under an id of its own", () => {
  const services = [MemoryService, PatternsService, DirectivesService, AdminService, GatewayService];
  const bindings = services.flatMap((service) => service.methods.flatMap(bindingsOf));
  // OpenAPI has no words for "the rest of the path".
  const routes = bindings.map(({ method, path }) => `${method} ${path.replaceAll("=**}", "}")}`);
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented).toEqual(expect.arrayContaining(routes));
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test("refers to nothing that is not there", () => {
  const document: unknown = JSON.parse(text);
  const references = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(references.length).toBeGreaterThan(100);
  for (const path of references) {
    const target = path.split("/").reduce((at, key) => (at as Record<string, unknown>)[key], document);
    expect([path, typeof target]).toEqual([path, "object"]);
  }
});

test("takes a key in either header wherever it takes one", () => {
  const { security, components: parts } = JSON.parse(text) as {
    security: object[];
    components: { securitySchemes: object };
  };
  expect(Object.keys(parts.securitySchemes)).toEqual(["bearer", "apiKey"]);
  const keyed = [{ bearer: [] }, { apiKey: [] }];
  expect(security).toEqual(keyed);
  expect(paths["/v1/gateway/health"]?.["get"]?.security).toEqual([...keyed, {}]);
  expect(paths["/metrics"]?.["get"]?.security).toEqual([{}, ...keyed]);
});

test("tells the headers and errors that there are", () => {
  const { responses } = (JSON.parse(text) as { components: { responses: Record<string, { headers: object }> } })
    .components;
  const withRetryAfter = Object.entries(responses).filter(([, { headers }]) => "Retry-After" in headers);
  expect(withRetryAfter.map(([name]) => name)).toEqual(["RateLimited", "Unavailable"]); // a conflict is not gone by waiting
  expect(Object.keys(paths["/metrics"]?.["get"]?.responses ?? {})).toEqual(["200", "401", "403", "429", "431"]);
});

test("an operation has the errors that it can have: what only reads contradicts nothing, and a list finds nothing missing", () => {
  const told = (method: string, path: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).filter((status) => ["404", "409"].includes(status));
  expect(told("post", "/api/v1/memory/search")).toEqual([]);
  expect(told("get", "/api/v1/patterns")).toEqual([]);
  expect(told("get", "/v1/gateway/health")).toEqual([]);
  expect(told("get", "/api/v1/patterns/{id}")).toEqual(["404"]);
  expect(told("get", "/api/v1/usage")).toEqual(["404"]); // of a key
  expect(told("patch", "/api/v1/directives/{id}")).toEqual(["404", "409"]);
  expect(told("post", "/api/v1/outcomes")).toEqual(["404", "409"]);
});

test("tells what answers may say where that is one of a few", () => {
  const { Directive, Key, SearchResult, ForgeResponse } = components.schemas;
  expect(Directive?.properties).toMatchObject({
    type: { type: "string", enum: ["MUST", "NEVER", "PREFER", "AVOID"] },
    status: { enum: ["live", "disabled", "replaced", "retracted"] },
  });
  expect(Key?.properties?.["scopes"]).toMatchObject({
    items: { enum: expect.arrayContaining(["gateway"]) as unknown },
  });
  expect(SearchResult?.properties?.["source"]).toMatchObject({ enum: ["patterns", "graph", "signals"] });
  expect(ForgeResponse?.properties?.["status"]).toMatchObject({ enum: ["created", "updated", "unchanged"] });
});

test("a count of tokens is told to store and to look for nothing", () => {
  const { description, parameters } = paths["/v1/messages/count_tokens"]!["post"]!;
  expect(description).toContain("nothing is stored");
  expect(parameters?.map(({ name }) => name)).toEqual(["X-Cairn-User", "X-Session-Id"]);
  expect(paths["/v1/messages"]!["post"]!.description).toContain("the conversation is remembered in turn");
});

test("needs a body where one of its members is needed, or a change is named", () => {
  const isRequired = (path: string, method: string) => paths[path]?.[method]?.requestBody?.required ?? false;
  expect(isRequired("/api/v1/memory/search", "post")).toBe(true);
  expect(isRequired("/api/v1/messages/{id}", "patch")).toBe(true);
  expect(isRequired("/api/v1/directives", "post")).toBe(false);
  expect(isRequired("/api/v1/keys/{id}/rotate", "post")).toBe(false);
});

test("tells the rules of the contract", () => {
  const { SearchRequest, AddMessageRequest, AddMessagesRequest, EditPatternRequest } = components.schemas;
  expect(SearchRequest).toMatchObject({
    required: ["query"],
    additionalProperties: false,
    properties: {
      query: { type: "string", pattern: String.raw`^[\s\S]*\S[\s\S]*$`, maxLength: 16384 },
      limit: { type: "integer", minimum: 1, maximum: 100 },
      sources: { items: { enum: ["patterns", "graph", "signals", "all"] }, maxItems: 4 },
      min_similarity: { type: "number", minimum: 0, maximum: 1 },
    },
  });
  expect(AddMessageRequest?.required).toEqual(["role", "content", "session_id"]);
  expect(AddMessageRequest?.properties?.["role"]).toMatchObject({ enum: ["user", "assistant"] });
  expect(AddMessagesRequest?.properties?.["messages"]).toMatchObject({ minItems: 1, maxItems: 1000 });
  expect(EditPatternRequest?.properties).not.toHaveProperty("id"); // the path has it
  expect(EditPatternRequest?.properties).not.toHaveProperty("update_mask"); // the members of the body are it
  const [id, user] = paths["/api/v1/patterns/{id}"]?.["get"]?.parameters ?? [];
  expect(id).toMatchObject({ name: "id", in: "path", required: true, schema: { minLength: 1 } });
  expect(user).toMatchObject({ name: "user_id", in: "query" });
  expect(user?.required).toBeUndefined();
});

test("tells which texts are times: any that a request may have, the one form of answers", () => {
  const { AddMessageRequest, AddMessageResponse } = components.schemas;
  const { pattern = "" } = (AddMessageRequest?.properties?.["created_at"] ?? {}) as { pattern?: string };
  const form = new RegExp(pattern, "u");
  const taken = ["2026-01-31", "2026-01-31T09:30Z", "2026-01-31t09:30:00.123456789+02:00"];
  const refused = ["", "2026", "2026-01-31T09:30", "2026-01-31T09", "tomorrow", "2026-01-31 09:30:00Z"];
  expect(taken.filter((text) => !form.test(text))).toEqual([]);
  expect(refused.filter((text) => form.test(text))).toEqual([]);
  expect(AddMessageResponse?.properties?.["created_at"]).toMatchObject({ format: "date-time" });
  const queried = ["since", "until"].map((name) => components.schemas["SearchRequest"]?.properties?.[name]);
  expect(queried).toEqual([expect.objectContaining({ pattern }), expect.objectContaining({ pattern })]);
});

test("tells what headers of requests are taken", () => {
  const { info, components } = JSON.parse(text) as {
    info: { description: string };
    components: { parameters: Record<string, { schema: { pattern?: string } }> };
  };
  // Of every operation: as a parameter it would stand before the body in what is generated.
  expect(info.description).toContain("X-Request-Id");
  expect(Object.keys(components.parameters)).toEqual(["CairnUser", "IdempotencyKey"]);
  const pattern = components.parameters["IdempotencyKey"]?.schema.pattern ?? "";
  const form = new RegExp(pattern, "u");
  expect(["a", "a b", "~"].filter((key) => !form.test(key))).toEqual([]);
  expect(["", " ", "é", "a\tb"].filter((key) => form.test(key))).toEqual([]);
});

test("tells every operation of somebody's memory that a header may name them, and no other", () => {
  const takesUser = ({ parameters = [] }: Operation) =>
    parameters.some((each) => "$ref" in each && each.$ref === "#/components/parameters/CairnUser");
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => (takesUser(operation) ? [`${method} ${path}`] : [])),
  );
  const services = [MemoryService, PatternsService, DirectivesService, GraphService];
  const routes = services
    .flatMap((service) => service.methods.flatMap(bindingsOf))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll("=**}", "}")}`);
  expect(told.toSorted()).toEqual(routes.toSorted());
});

test("lists each member of a request once, as the specification spells it, and says that the other spelling is taken", () => {
  const { GetDirectivesRequest, RecordOutcomeRequest } = components.schemas;
  const { user_id, userId, ...others } = GetDirectivesRequest?.properties ?? {};
  expect(user_id).toBeUndefined();
  expect(userId).toMatchObject({ description: expect.stringContaining("`user_id` is accepted too") as string });
  expect(others).toEqual({ windowHours: expect.objectContaining({ type: "integer", maximum: 8760 }) as object });
  expect(Object.keys(RecordOutcomeRequest?.properties ?? {})).toEqual([
    "retrieval_id",
    "applicationId",
    "success",
    "memory_ids",
    "note",
  ]);
});

test("an outcome needs one of two names of its retrieval, but its type is one object: generators lose it in an `anyOf`", () => {
  const { RecordOutcomeRequest } = components.schemas;
  expect(RecordOutcomeRequest).toMatchObject({ type: "object", required: ["success"] });
  expect(RecordOutcomeRequest).not.toHaveProperty("anyOf");
});

test("the page that shows it has a valid script, and loads nothing from elsewhere", () => {
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(docsPage) ?? [];
  expect(() => new Script(script)).not.toThrow();
  expect(docsPage).not.toMatch(/https?:|src=|@import/);
});

test("the page shows every operation", async () => {
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(docsPage) ?? [];
  const made: Node[] = [];
  const main = new Node();
  const document = {
    createElement: (name: string) => (made.push(Object.assign(new Node(), { name })), made.at(-1)),
    querySelector: () => main,
  };
  const answered = Promise.resolve({ json: () => JSON.parse(text) as unknown });
  new Script(script).runInNewContext({ document, fetch: () => answered });
  await expect.poll(() => main.children.length).toBeGreaterThan(0);
  for (const node of made) node.open?.(); // what is shown when somebody looks
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(made.filter(({ className }) => className?.startsWith("method "))).toHaveLength(operations.length);
  const shown = made.flatMap(({ children }) => children.filter((child) => typeof child === "string"));
  const examples = examplesIn(paths).map((example) => JSON.stringify(example, undefined, 2));
  expect(shown.filter((each) => each.includes("`") && !examples.includes(each))).toEqual([]);
  expect(shown).toEqual(expect.arrayContaining(examples));
  expect(shown).toContainEqual(expect.stringContaining('"error": "invalid_argument"'));
  expect(shown).toEqual(expect.arrayContaining(["X-RateLimit-Remaining", "Retry-After", "WWW-Authenticate"]));
});

/** Those of bodies and answers. */
function examplesIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "application/json" && "example" in (member as object)
      ? [(member as { example: unknown }).example]
      : examplesIn(member),
  );
}

/** As much of an element as the page needs. */
class Node {
  className?: string;
  children: unknown[] = [];
  open?: () => void;
  append(...children: unknown[]): void {
    if (children.includes(undefined)) throw new Error("the page shows undefined");
    this.children.push(...children);
  }
  replaceChildren(...children: unknown[]): void {
    this.children = children;
  }
  addEventListener(_event: string, listener: () => void): void {
    this.open = listener;
  }
}
