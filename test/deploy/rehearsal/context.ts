import { cpSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** What `docker build .` would send: the files of a folder that its .dockerignore lets through, copied to another. */
export function copyContext(from: string, to: string): void {
  const rules = parseIgnore(readFileSync(join(from, ".dockerignore"), "utf8"));
  cpSync(from, to, {
    recursive: true,
    filter: (path) => {
      const name = relative(from, path);
      return name === "" || isSent(name, rules) || rules.some((rule) => rule.kept && isBelow(rule.path, name));
    },
  });
}

type Rule = { path: string; kept: boolean };

function parseIgnore(source: string): Rule[] {
  const lines = source.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ path: line.replace(/^!/, ""), kept: line.startsWith("!") }));
}

/** The last rule that names it or a folder above it decides. */
function isSent(name: string, rules: Rule[]): boolean {
  const last = rules.findLast(({ path }) => path === "*" || path === name || isBelow(name, path));
  return last?.kept ?? true;
}

const isBelow = (name: string, folder: string) => name.startsWith(`${folder}/`);
