import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** ONNX Runtime would report to its maker, through files in the user's home and the system's temporary folder. */

const embedding = `(async () => {
  const { createEmbedder } = await import(process.argv[1] + "embed/create.ts");
  const embedder = await createEmbedder({ kind: "builtin" });
  await embedder.embed(["Nobody hears of this."], { role: "query" });
  await embedder.close();
})()`;
const reading = `(async () => {
  const { ThreadedReader } = await import(process.argv[1] + "reader/threaded-reader.ts");
  const reader = new ThreadedReader({ onError: (error) => { throw error; } });
  await reader.read("statements", [{ text: "Never tell anybody of this." }]);
  await reader.close();
})()`;
const classifying = `(async () => {
  const { ThreadedClassifier } = await import(process.argv[1] + "classifier/threaded-classifier.ts");
  const classifier = new ThreadedClassifier({ onError: (error) => { throw error; } });
  await classifier.classify([{ kind: "must", text: "Tell nobody of this" }], "Tell somebody of this.");
  await classifier.close();
})()`;

test.each([
  ["the built-in embedder", embedding],
  ["the reader", reading],
  ["the classifier", classifying],
])("%s leaves no trace outside of the process", async (_name, program) => {
  const home = mkdtempSync(join(tmpdir(), "cairn-home-"));
  try {
    const sources = new URL("../../src/", import.meta.url).href;
    const { ORT_DISABLE_TELEMETRY: _, ...env } = process.env;
    const places = { HOME: home, XDG_CACHE_HOME: home, TMPDIR: home };
    await promisify(execFile)(process.execPath, ["-e", program, sources], {
      env: { ...env, ...places },
    });
    expect(readdirSync(home, { recursive: true })).toEqual([]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
