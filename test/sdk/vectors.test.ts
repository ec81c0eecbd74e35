import type { DescMessage } from "@bufbuild/protobuf";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AdminService } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { DirectivesService } from "../../gen/cairn/directives/v1/directives_pb.ts";
import { GatewayService } from "../../gen/cairn/gateway/v1/gateway_pb.ts";
import { GraphService } from "../../gen/cairn/graph/v1/graph_pb.ts";
import { MemoryService } from "../../gen/cairn/memory/v1/memory_pb.ts";
import { PatternsService } from "../../gen/cairn/patterns/v1/patterns_pb.ts";
import { languages, root } from "./languages.ts";
import { templateOf } from "./template.ts";

/** What holds of the vectors and the template without any language's tools; `npm run sdk:test` runs them. */

type Vector = { name: string; rpc: string; expect?: object; error?: { code: string; field?: string } };

const { vectors } = JSON.parse(readFileSync(join(root, "sdk/vectors.json"), "utf8")) as { vectors: Vector[] };

/** Of the proto files, as `cairn.memory.v1.MemoryService/Search`. */
function rpcs(): string[] {
  const proto = join(root, "proto");
  const files = readdirSync(proto, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".proto"));
  return files.flatMap((name) => {
    const text = readFileSync(join(proto, name), "utf8");
    const [, service] = /^service (\w+)/m.exec(text) ?? [];
    const [, ofPackage] = /^package (.+);/m.exec(text)!;
    return [...text.matchAll(/^ {2}rpc (\w+)/gm)].map(([, rpc]) => `${ofPackage}.${service}/${rpc}`);
  });
}

const services = [AdminService, DirectivesService, GatewayService, GraphService, MemoryService, PatternsService];

function inputOf(rpc: string): DescMessage {
  const [service, name] = rpc.split("/");
  return services.find(({ typeName }) => typeName === service)!.methods.find((method) => method.name === name)!.input;
}

const isHeader = (field: string) => /^[A-Z][\w-]+$/.test(field);

/** A path such as `messages[1].role`. What a model is asked is a message of its own, in the dialect's words. */
function hasMember({ fields }: DescMessage, path: string): boolean {
  const [, name, rest] = /^(\w+)(?:\[\d+\])?(?:\.(.+))?$/.exec(path) ?? [];
  if (fields.some((each) => each.name === "body")) return true;
  const field = fields.find((each) => each.name === name);
  return field !== undefined && (rest === undefined || (field.message !== undefined && hasMember(field.message, rest)));
}

describe("the vectors", () => {
  test("ask every RPC", () => {
    expect([...new Set(vectors.map(({ rpc }) => rpc))].sort()).toEqual(rpcs().sort());
  });

  test("expect an answer or an error each, under a name of their own", () => {
    for (const { name, expect: answer, error } of vectors)
      expect([answer, error].filter(Boolean), name).toHaveLength(1);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  });

  test("name of a refused request a member that it has, or a header", () => {
    const named = vectors.flatMap(({ name, rpc, error }) => (error?.field ? [{ name, rpc, field: error.field }] : []));
    expect(named.length).toBeGreaterThan(40);
    const unknown = named.filter(({ rpc, field }) => !isHeader(field) && !hasMember(inputOf(rpc), field));
    expect(unknown).toEqual([]);
  });

  test("are as many as docs/sdks.md says", () => {
    const errors = vectors.filter(({ error }) => error !== undefined).length;
    const page = readFileSync(join(root, "docs/sdks.md"), "utf8");
    expect(page).toContain(`has ${vectors.length} requests to every RPC`);
    expect(page).toContain(`${errors} of them errors`);
  });
});

test.each(languages.map(({ id }) => id))("the template generates %s alone", (id) => {
  const outs = [...templateOf(id).matchAll(/^ {4}out: (.+)$/gm)].map(([, out]) => out);
  expect(new Set(outs)).toEqual(new Set([`sdk/${id}/gen`]));
});
