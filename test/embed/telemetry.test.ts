import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** ONNX Runtime would report to its maker, through files in the user's home and the system's temporary folder. */

const program = `(async () => {
  const { createEmbedder } = await import(process.argv[1]);
  const embedder = await createEmbedder({ kind: "builtin" });
  await embedder.embed(["Nobody hears of this."], { priority: "query" });
  await embedder.close();
})()`;

test("the built-in model leaves no trace outside of the process", async () => {
  const home = mkdtempSync(join(tmpdir(), "cairn-home-"));
  try {
    const source = new URL("../../src/embed/create.ts", import.meta.url).href;
    const { ORT_DISABLE_TELEMETRY: _, ...env } = process.env;
    const places = { HOME: home, XDG_CACHE_HOME: home, TMPDIR: home };
    await promisify(execFile)(process.execPath, ["-e", program, source], {
      env: { ...env, ...places },
    });
    expect(readdirSync(home, { recursive: true })).toEqual([]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
