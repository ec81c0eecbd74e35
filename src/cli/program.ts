import { Command, CommanderError, Help, InvalidArgumentError, Option } from "commander";
import { keyScopes, plans } from "../account/account.ts";
import { AppError, isOfSystem } from "../error.ts";
import { parseDuration } from "./duration.ts";
import { formatNames } from "./formats/names.ts";
import { giveWay } from "./give-way.ts";
import { StoppedError } from "./stop-signal.ts";
import { hasLeft, isOfOutput, outputFailure, watchOutput } from "./terminal/output.ts";
import { variablesHelp } from "./terminal/variables-help.ts";
import { UsageError } from "./terminal/usage-error.ts";
import { version } from "../server/package.ts";

/** Ends of a command: done, failed or with findings, wrongly called. One that is stopped ends as shells tell a signal. */
const [done, failed, usage] = [0, 1, 2];

/** Runs one command line, and answers its exit code. Each command's code is loaded when it runs. */
export async function run(argv: string[]): Promise<number> {
  // What it writes is for its owner: the folder of everything that is stored, exports, backups.
  process.umask(0o077);
  watchOutput();
  let code = done;
  const program = createProgram((result) => (code = result ? done : failed));
  try {
    await program.parseAsync(argv);
  } catch (error) {
    code = report(error);
  }
  const failure = await outputFailure();
  return failure === undefined || hasLeft(failure) ? code : Math.max(code, failed);
}

function report(error: unknown): number {
  if (isOfOutput(error)) return failed;
  if (error instanceof CommanderError) return error.exitCode === 0 ? done : usage;
  if (error instanceof UsageError) {
    console.error(`error: ${error.message}`);
    return usage;
  }
  if (error instanceof StoppedError) {
    console.error(`error: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof AppError || isOfSystem(error)) console.error(`error: ${error.message}`);
  else console.error(error);
  return failed;
}

/** The commands that others wait for. */
const servers = new Set(["serve", "mcp"]);

type Finish = (ok: boolean) => void;

function createProgram(finish: Finish): Command {
  const program = new Command("cairn")
    .description("Memory for AI agents. Settings come from the environment: `cairn serve --help` lists them.")
    .version(version, "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError("(--help shows what is allowed)")
    .configureHelp({ optionDescription })
    .hook("preAction", (_, command) => {
      if (!servers.has(command.name())) giveWay();
    });
  addServe(program);
  addInit(program, finish);
  addMcp(program);
  addKeys(program);
  addTransfer(program);
  addUpkeep(program, finish);
  return program;
}

function addServe(program: Command): void {
  program
    .command("serve")
    .description("run the server on CAIRN_HOST and CAIRN_PORT until SIGTERM or SIGINT")
    .addHelpText("after", variablesHelp)
    .action(async () => (await import("./serve.ts")).serve());
}

function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("serve MCP over standard input and output, in front of a running server or on the data folder itself")
    .option("--url <url>", "a running server, with its key in CAIRN_KEY (default: CAIRN_URL, else the data folder)")
    .option("--account <name>", "the account, on the data folder without CAIRN_KEY", "default")
    .option("--user <id>", "the user within the account")
    .action(async (options) => (await import("./mcp.ts")).mcp(options));
}

function addInit(program: Command, finish: Finish): void {
  program
    .command("init")
    .description(
      "set up Claude Code, Claude Desktop, Cursor, VS Code and Codex to use Cairn; shows each change and asks first",
    )
    .option(
      "--tool <tools>",
      "only these tools, comma-separated, whether found or not: claude-code, claude-desktop, cursor ...",
      list,
    )
    .option("--url <url>", "the server (default: CAIRN_URL, else this machine's at CAIRN_PORT)")
    .option("--key <key>", "the key for them to use (default: CAIRN_KEY, else the first key in CAIRN_DATA)")
    .option("--mcp-only", "do not send a tool's requests to models through Cairn", false)
    .option("--undo", "undo what was written", false)
    .option("--yes", "do not ask", false)
    .option(...json)
    .action(async (options) => finish(await (await import("./init.ts")).init(options)));
}

function addKeys(program: Command): void {
  const keys = program.command("keys").description("create, list, edit, revoke and rotate API keys");
  keys
    .command("create")
    .description("create a key, and the account if it does not exist; prints the key once")
    .requiredOption("--account <name>", "the account")
    .addOption(new Option("--plan <plan>", "the account's plan (default: free if new)").choices(Object.keys(plans)))
    .option(
      "--scopes <scopes>",
      `what it may do, comma-separated: ${keyScopes.join(", ")} (default: all but admin)`,
      list,
    )
    .option("--user <id>", "the only user that the key may act for")
    .option("--require-user", "refuse requests that name no user, instead of giving them everybody's memory", false)
    .option("--expires <duration>", "how long it is valid: 90d, 12h, 30m, 45s (default: forever)", duration)
    .option(
      "--models <models>",
      "the models it may use, comma-separated: ids, or prefixes before a * (default: all)",
      list,
    )
    .option("--token-budget <tokens>", "its token budget per UTC month", number)
    .option("--usd-budget <dollars>", "its budget per UTC month in US dollars, at most six decimals", number)
    .option("--name <name>", "its name", "")
    .option(...json)
    .action(async (options) => (await import("./keys.ts")).create(options));
  keys
    .command("list")
    .description("list an account's keys, newest first")
    .requiredOption("--account <name>", "the account")
    .option("--user <id>", "only keys that are bound to this user")
    .option(...json)
    .action(async (options) => (await import("./keys.ts")).list(options));
  keys
    .command("edit <id>")
    .description(
      "change a key's name, expiry, models, budgets, or whether it requires a user; a running server applies it within a second",
    )
    .option("--require-user", "refuse requests that name no user from now on")
    .option("--no-require-user", "give such requests everybody's memory again")
    .option("--expires <duration>", "how long it is valid from now on: 90d, 12h, 30m, 45s", duration)
    .option("--models <models>", "the models it may use instead, comma-separated", list)
    .option("--token-budget <tokens>", "its token budget per UTC month", number)
    .option("--usd-budget <dollars>", "its budget per UTC month in US dollars, at most six decimals", number)
    .option("--name <name>", "its name")
    .addOption(
      new Option("--clear <bounds...>", "limits to remove").choices([
        "expires",
        "models",
        "token-budget",
        "usd-budget",
      ]),
    )
    .option(...json)
    .action(async (id, options) => (await import("./keys.ts")).edit(id, options));
  keys
    .command("revoke <id>")
    .description("revoke a key; a running server applies it within a second")
    .option(...json)
    .action(async (id, options) => (await import("./keys.ts")).revoke(id, options));
  keys
    .command("rotate <id>")
    .description("create a key's successor; prints it once")
    .option("--overlap <duration>", "how long the old key keeps working, at most 30d (default: 24h)", duration)
    .option(...json)
    .action(async (id, options) => (await import("./keys.ts")).rotate(id, options));
}

function addTransfer(program: Command): void {
  program
    .command("import <file>")
    .description("import JSON Lines, as export writes them, or another's export; - is standard input")
    .requiredOption("--account <name>", "the account to import into; created if it does not exist")
    .option("--user <id>", "the user, for what names none")
    .addOption(new Option("--format <name>", "what the file is (default: what it begins like)").choices(formatNames))
    .option("--from-line <n>", "the line, or the element of a list, to continue from after an error", line, 1)
    .option(...json)
    .action(async (file, options) => (await import("./import.ts")).importFile(file, options));
  program
    .command("export <file>")
    .description("export an account's memory as JSON Lines; - is standard output")
    .requiredOption("--account <name>", "the account")
    .option("--user <id>", "export only what is this user's own; system means what everybody shares")
    .option(...json)
    .action(async (file, options) => (await import("./export.ts")).exportFile(file, options));
}

function addUpkeep(program: Command, finish: Finish): void {
  program
    .command("erasure <id>")
    .description("show whether every stored byte of what was erased is gone; also for a whole account")
    .option(...json)
    .action(async (id, options) => (await import("./erasure.ts")).erasure(id, options));
  program
    .command("backup <folder>")
    .description("copy the data, while it is in use, to a folder that a server can run on")
    .option(...json)
    .action(async (folder, options) => (await import("./backup.ts")).backup(folder, options));
  program
    .command("verify")
    .description("look for damage, and compare what is stored with what is searched; exits with 1 on a finding")
    .option("--account <name>", "this account only")
    .option(...json)
    .action(async (options) => finish(await (await import("./verify.ts")).verify(options)));
  program
    .command("repair")
    .description("rebuild the search index, and what else follows from what is stored")
    .option("--account <name>", "this account only")
    .option(...json)
    .action(async (options) => (await import("./repair.ts")).repair(options));
}

/** In `--help`. That nothing is the default goes without saying. */
function optionDescription(option: Option): string {
  const { defaultValue, description } = option;
  return defaultValue === false || defaultValue === "" ? description : new Help().optionDescription(option);
}

const json = ["--json", "print JSON", false] as const;

const list = (value: string): string[] => value.split(",").map((item) => item.trim());

function duration(value: string): number {
  const ms = parseDuration(value);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError("It must be a whole number followed by s, m, h or d, such as 90d.");
  return ms;
}

function number(value: string): number {
  const parsed = /^\d{1,16}(\.\d{1,6})?$/u.test(value) ? Number(value) : Number.NaN;
  if (!(parsed > 0))
    throw new InvalidArgumentError("It must be a number above 0 with at most six decimals, such as 20 or 12.50.");
  return parsed;
}

function line(value: string): number {
  if (!/^[1-9]\d{0,14}$/u.test(value)) throw new InvalidArgumentError("It must be a line number of at least 1.");
  return Number(value);
}
