import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const path = resolve(import.meta.dirname, "../../buf.gen.sdk.yaml");

/** What buf.gen.sdk.yaml says of one language: buf runs all generators of a template or none. Errors: it says nothing. */
export function templateOf(language: string, text = readFileSync(path, "utf8")): string {
  const [head = "", list = ""] = text.split(/^plugins:\n/m);
  const plugins = list.split(/^(?= {2}- )/m).filter((plugin) => plugin.includes(`out: sdk/${language}/gen\n`));
  if (plugins.length === 0) throw new Error(`buf.gen.sdk.yaml has no generator for ${language}`);
  return `${head}plugins:\n${plugins.join("")}`;
}
