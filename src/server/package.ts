import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

const manifestPath = findManifest();

/** The folder of package.json: the same for the sources and for what is built from them. */
export const packageRoot: string = dirname(manifestPath);

export const version: string = readVersion();

function findManifest(): string {
  const path = findPackageJSON(import.meta.url);
  if (path === undefined) throw new Error("no package.json above the program");
  return path;
}

function readVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(manifestPath, "utf8"));
  return typeof parsed === "object" && parsed !== null && "version" in parsed ? String(parsed.version) : "unknown";
}
