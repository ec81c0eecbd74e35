import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The path of a file that comes with Cairn, beside the sources or above their build. */
export function installed(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error(`no ${name} in the installation`);
}
