import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests of pure functions, and what they read: nothing that one file leaves behind could matter to the next. */
const pure = [
  "test/{config,conflict,directive,fixture,graph,language}/**/*.test.ts",
  "test/gateway/{dialect,memory/clients}/**/*.test.ts",
];

// Each file's process, and what it starts, reads what the first ones compiled.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules", ".cache", "cairn");

export default defineConfig({
  test: {
    // Native engines (SQLite, LanceDB, onnxruntime) want a process of their own, and the machine has few cores.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // For the same reason: what is waited for comes soon, but not by the clock.
    expect: { poll: { timeout: 10_000 } },
    reporters: ["default", "./test/tally.ts"],
    projects: [
      { extends: true, test: { name: "isolated", include: ["test/**/*.test.ts"], exclude: pure } },
      // Without a process for each file, which reads the rules and words of English again, they take half the time.
      { extends: true, test: { name: "pure", include: pure, isolate: false } },
    ],
  },
});
