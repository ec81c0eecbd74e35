import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { endGroup, run } from "../../snippets/run.ts";
import { freePort, type TestServer } from "../../support/server.ts";

/** Where the client is installed, and the server that it is to reach. */
export type Place = { folder: string; server: TestServer };

/** A platform: the packages that have it, and what the program says on it. */
export type Platform = { packages: string[]; use(place: Place): Promise<string> };

const timeoutMs = 120_000;

export const platforms: Readonly<Record<string, Platform>> = {
  bun: {
    packages: ["@oven/bun-linux-x64"],
    use: (place) => ended(place, "@oven/bun-linux-x64/bin/bun", ["run", main(place)]),
  },
  deno: {
    packages: ["@deno/linux-x64-glibc"],
    use: (place) =>
      ended(place, "@deno/linux-x64-glibc/deno", ["run", "--no-remote", "--allow-net=127.0.0.1", main(place)]),
  },
  "workerd (Cloudflare's edge)": { packages: ["@cloudflare/workerd-linux-64"], use: onWorkerd },
  "chromium (a page of another origin)": {
    packages: ["@sparticuz/chromium@153.0.0", "puppeteer-core@25.16.0"],
    use: inChromium,
  },
};

function settings({ server: { url, key } }: Place): string {
  return JSON.stringify({ url, key });
}

/** The program as a file that runs by itself. */
function main(place: Place): string {
  const path = join(place.folder, "main.mjs");
  writeFileSync(path, `import { use } from "./program.mjs";\nconsole.log(await use(${settings(place)}));\n`);
  return path;
}

async function ended({ folder }: Place, program: string, args: string[]): Promise<string> {
  const path = join(folder, "node_modules", program);
  const finished = await run(path, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, timeoutMs });
  if (finished.code !== 0) throw new Error(`ended with ${finished.code}: ${finished.stderr.slice(-500)}`);
  return finished.stdout.trim();
}

/** The program with the client in one file, as bundlers of pages and workers make it. Vitest brings the bundler. */
async function bundled(place: Place, source: string): Promise<string> {
  const input = join(place.folder, "bundle-entry.mjs");
  writeFileSync(input, source);
  const bundle = await rolldown({ input, platform: "browser", cwd: place.folder, logLevel: "warn" });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

async function onWorkerd(place: Place): Promise<string> {
  const port = await freePort();
  const worker = `import { use } from "./program.mjs";
    export default { fetch: async () => new Response(await use(${settings(place)})) };`;
  writeFileSync(join(place.folder, "worker.mjs"), await bundled(place, worker));
  writeFileSync(join(place.folder, "config.capnp"), workerdConfig(port));
  const program = join(place.folder, "node_modules/@cloudflare/workerd-linux-64/bin/workerd");
  const child = spawn(program, ["serve", "config.capnp"], { cwd: place.folder, detached: true, stdio: "ignore" });
  try {
    return await answerOf(`http://127.0.0.1:${port}/`);
  } finally {
    endGroup(child.pid);
  }
}

const workerdConfig = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-01-01"
);
`;

async function answerOf(url: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return answer.text();
    if (tries === 100) throw new Error(`no answer: ${answer?.status ?? "not there"}`);
    await new Promise((later) => setTimeout(later, 100));
  }
}

/** The parts of the two packages that are used. They are installed when this runs. */
type Chromium = { default: { args: string[]; executablePath(): Promise<string> } };
type Page = { goto(url: string): Promise<unknown>; evaluate(code: string): Promise<unknown> };
type Puppeteer = { launch(options: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }> };

async function inChromium(place: Place): Promise<string> {
  const load = <T>(path: string): Promise<T> => import(join(place.folder, "node_modules", path)) as Promise<T>;
  const { default: chromium } = await load<Chromium>("@sparticuz/chromium/build/index.js");
  const puppeteer = await load<Puppeteer>("puppeteer-core/lib/puppeteer/puppeteer-core.js");
  const code = await bundled(place, `export { use } from "./program.mjs";`);
  const browser = await puppeteer.launch({ args: chromium.args, executablePath: await chromium.executablePath() });
  try {
    const page = await browser.newPage();
    // A page without a server has the origin "null": another one than the server's.
    await page.goto("data:text/html,<p>page</p>");
    const module = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
    return String(await page.evaluate(`import(${JSON.stringify(module)}).then(({ use }) => use(${settings(place)}))`));
  } finally {
    await browser.close();
  }
}
