import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { placesOf } from "../../../src/cli/init/places.ts";
import { initTool, type Outcome } from "../../../src/cli/init/init-tool.ts";
import { toolsFor, type ToolId } from "../../../src/cli/init/tools.ts";

export const key = `ck_abc123_${"0".repeat(48)}`;

/** What differs from the usual. `confirm` is what is said when it asks. */
type Told = { url?: string; key?: string; gateway?: boolean; confirm?: boolean; program?: [string, ...string[]] };

/** Somebody's own folder, on Linux. */
export class Home {
  readonly path = mkdtempSync(join(tmpdir(), "cairn-home-"));

  write(name: string, content: string | Buffer, mode = 0o644): void {
    mkdirSync(dirname(join(this.path, name)), { recursive: true });
    writeFileSync(join(this.path, name), content, { mode });
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  mode(name: string): number {
    return statSync(join(this.path, name)).mode & 0o777;
  }

  /** Every file with what it holds. */
  files(): Record<string, string> {
    const names = readdirSync(this.path, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => statSync(join(this.path, name)).isFile());
    return Object.fromEntries(files.toSorted().map((name) => [name, this.read(name)]));
  }

  /** What `cairn init --yes` does for a tool; `url` and `key` are what it is told. */
  init(id: ToolId, told: Told = {}): Promise<Outcome> {
    return this.#run(id, false, told);
  }

  undo(id: ToolId): Promise<Outcome> {
    return this.#run(id, true, {});
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #run(id: ToolId, undo: boolean, told: Told) {
    const url = told.url ?? "http://127.0.0.1:7070";
    const program = told.program ?? ["/usr/bin/node", "/opt/cairn/bin/cairn.mjs"];
    const target = { url, mcpUrl: `${url}/mcp`, key: told.key ?? key, gateway: told.gateway ?? true, program };
    const places = placesOf({ platform: "linux", home: this.path, environment: {} });
    const tool = toolsFor(places, target).find((each) => each.id === id)!;
    return initTool(tool, { undo, confirm: async () => told.confirm ?? true });
  }
}
