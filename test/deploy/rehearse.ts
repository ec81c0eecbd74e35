/**
 * `npm run rehearse`: performs the Dockerfile step by step in temporary folders, without a container engine, then runs what
 * came out as a container would be run, and tries it. Linux, as root, with the packages' registry; about two minutes.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../support/server.ts";
import { build, type Image } from "./rehearsal/build.ts";
import { checks } from "./rehearsal/checks.ts";
import { Container } from "./rehearsal/container.ts";
import { copyContext } from "./rehearsal/context.ts";
import { parseDockerfile } from "./rehearsal/dockerfile.ts";
import { nodeAt, type Mount } from "./rehearsal/room.ts";

/** The project, or a copy of it: `npm run rehearse -- FOLDER`. */
const source = resolve(process.argv[2] ?? join(import.meta.dirname, "../.."));
const npmOf = (...args: string[]) =>
  execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error("npm run rehearse makes mount namespaces: it wants Linux, and to run as root");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "cairn-rehearsal-"));
try {
  const tools = makeTools();
  const image = await buildImage(tools);
  tellSizes(image);
  await tryImage(image, tools);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function buildImage(tools: Mount[]): Promise<Image> {
  const context = join(folder, "context");
  copyContext(source, context);
  const npmrc = { from: npmOf("config", "get", "userconfig").trim(), to: "/root/.npmrc", writable: false };
  return build(parseDockerfile(readFileSync(join(source, "Dockerfile"), "utf8")), {
    context,
    stages: join(folder, "stages"),
    args: { TARGETARCH: process.arch === "x64" ? "amd64" : process.arch },
    mounts: [...tools, npmrc],
    caches: { "/root/.npm": npmOf("config", "get", "cache").trim() },
    env: settingsOfNetwork(),
  });
}

/** What the base image has beside Debian: Node (the one that rehearses) and npm. */
function makeTools(): Mount[] {
  const bin = join(folder, "bin");
  const npm = join(npmOf("root", "--global").trim(), "npm");
  mkdirSync(bin);
  execFileSync("cp", [process.execPath, join(bin, "node")]);
  const run = (file: string) => `#!/bin/sh\nexec ${nodeAt}/bin/node ${nodeAt}/npm/bin/${file} "$@"\n`;
  for (const name of ["npm", "npx"]) writeFileSync(join(bin, name), run(`${name}-cli.js`), { mode: 0o755 });
  return [
    { from: bin, to: `${nodeAt}/bin`, writable: false },
    { from: npm, to: `${nodeAt}/npm`, writable: false },
  ];
}

/** A proxy, a registry, its certificates: as this machine reaches them. */
function settingsOfNetwork(): Record<string, string> {
  const names = /^(https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs|ssl_cert_\w+)$/i;
  const entries = Object.entries(process.env).filter(([name]) => names.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
}

function tellSizes({ room }: Image): void {
  for (const name of ["node_modules", "dist", "model", "."]) {
    const megabytes = execFileSync("du", ["-sm", "--one-file-system", join(room.root, "app", name)], {
      encoding: "utf8",
    });
    console.log(`/app/${name}: ${megabytes.split("\t")[0]} MB`);
  }
}

async function tryImage(image: Image, tools: Mount[]): Promise<void> {
  const env = { CAIRN_PORT: String(await freePort()), CAIRN_LOG: "warn" };
  let failed = 0;
  for (const [name, check] of Object.entries(checks)) {
    // One volume for all: each starts on what the one before has left.
    await using container = new Container(image, join(folder, "volumes"), tools, env);
    const fault = await check(container, env.CAIRN_PORT).then(
      () => undefined,
      (error: unknown) => error,
    );
    console.log(`${name}: ${fault === undefined ? "good" : `failed: ${String(fault)}\n${container.printed}`}`);
    if (fault !== undefined) failed++;
  }
  console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
