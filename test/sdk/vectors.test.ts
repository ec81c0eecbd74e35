import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages, root } from "./languages.ts";
import { templateOf } from "./template.ts";

/** What holds of the vectors and the template without any language's tools; `npm run sdk:test` runs them. */

type Vector = { name: string; rpc: string; expect?: object; error?: { code: string } };

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

describe("the vectors", () => {
  test("ask every RPC", () => {
    expect([...new Set(vectors.map(({ rpc }) => rpc))].sort()).toEqual(rpcs().sort());
  });

  test("expect an answer or an error each, under a name of their own", () => {
    for (const { name, expect: answer, error } of vectors)
      expect([answer, error].filter(Boolean), name).toHaveLength(1);
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
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
