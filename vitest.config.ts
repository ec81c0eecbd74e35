import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Native engines (SQLite, LanceDB, onnxruntime) want a process of their own, and the machine has few cores.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // For the same reason: what is waited for comes soon, but not by the clock.
    expect: { poll: { timeout: 10_000 } },
    reporters: ["default", "./test/tally.ts"],
  },
});
