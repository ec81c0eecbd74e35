import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const guard = "tools/needs-node.mjs";

/** Runs it by this Node, which takes itself for another. */
function runAs(version: string) {
  const fake = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
    Object.defineProperty(process, "version", { value: "v${version}" });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(fake)}`, guard],
    { encoding: "utf8" },
  );
  return { status, stderr };
}

test("an old Node is told what it lacks, in a line", () => {
  expect(runAs("20.20.2")).toEqual({
    status: 2,
    stderr:
      "this needs Node 24 or later, and is run by v20.20.2: on Linux and Windows `npm ci` brings one, " +
      "which `npm run` takes; on a Mac install one\n",
  });
  expect(runAs("24.0.0")).toEqual({ status: 0, stderr: "" });
  expect(runAs("26.1.0")).toEqual({ status: 0, stderr: "" });
});

test("no script of package.json gives an old Node TypeScript", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const ofTypeScript = Object.values(scripts).filter((script) => script.includes(".ts"));
  expect(ofTypeScript.length).toBeGreaterThan(5);
  for (const script of ofTypeScript) expect(script).toMatch(/^node tools\/needs-node\.mjs && node \S+\.ts$/u);
});
