import { stopWhileStarting } from "./cli/stop-signal.ts";

// Before the rest is loaded, which takes a while.
if (process.argv[2] === "serve") stopWhileStarting();
const { run } = await import("./cli/program.ts");
process.exitCode = await run(process.argv);
