/** Commands and lines of code, said in words; undefined for a text that is none. */
export function asWords(text: string): string | undefined {
  if (text.length > maxCode) return undefined;
  const commands = text.split(/&&|\|\||;|\n|\||: /).map((part) => part.trim());
  const said = commands.map(saidOf);
  if (said.every((words) => words === undefined)) return undefined;
  return commands.map((command, place) => said[place] ?? command).join(". ");
}

/** A longer text is no command line. */
const maxCode = 4_000;

type Said = (args: string[], raw: string) => string | undefined;

const has = (args: string[], ...flags: string[]): boolean => args.some((arg) => flags.includes(arg));
const free = (args: string[]): string[] => args.filter((arg) => !arg.startsWith("-"));
const quoted = (raw: string): string => {
  const from = raw.search(/["']/);
  const to = Math.max(raw.lastIndexOf('"'), raw.lastIndexOf("'"));
  return from >= 0 && to > from ? raw.slice(from + 1, to) : "";
};

function git(args: string[], raw: string): string | undefined {
  const [verb, ...rest] = args;
  const names = free(rest).join(" ");
  switch (verb) {
    case "push": {
      const [remote = "", ...branches] = free(rest);
      const force = has(rest, "-f", "--force", "--force-with-lease") ? "force push" : "push";
      const unchecked = has(rest, "--no-verify") ? ", skip the checks" : "";
      return `${force} to ${branches.length > 0 ? branches.join(" ") : remote}${unchecked}`;
    }
    case "commit": {
      const unchecked = has(rest, "--no-verify", "-n") ? ", skip the checks and the linter" : "";
      const amended = has(rest, "--amend") ? " amend" : "";
      return `commit${amended} with the message "${quoted(raw)}"${unchecked}`;
    }
    case "add":
      return `add and commit ${names}`;
    case "merge":
      return `merge ${names}`;
    case "rebase":
      return `rebase onto ${names}`;
    case "reset":
      return `reset and discard changes ${names}`;
    case "tag":
      return has(rest, "-a") ? `make an annotated tag ${names}` : `make a lightweight tag ${names}`;
    case "branch":
      return has(rest, "-D", "-d") ? `delete the branch ${names}` : `create the branch ${names}`;
    case "checkout":
    case "switch":
      return has(rest, "-b", "-c") ? `create the branch ${names}` : `go to the branch ${names}`;
    default:
      return undefined;
  }
}

function packages(manager: string): Said {
  return (args) => {
    const [verb = "", ...rest] = free(args);
    const names = rest.join(" ");
    if (["add", "install", "i"].includes(verb) && names !== "") {
      const development = has(args, "-D", "--save-dev") ? "development " : "";
      const everywhere = has(args, "-g", "--global") ? " globally" : "";
      return `use ${manager} to add the new ${development}dependency ${names}${everywhere}`;
    }
    if (["uninstall", "remove", "rm"].includes(verb)) return `use ${manager} to remove the dependency ${names}`;
    if (verb === "publish") return `publish the package with ${manager}`;
    if (verb === "run" || verb === "test") {
      const task = verb === "test" ? "tests" : names;
      if (task.startsWith("lint")) return "run the linter";
      return task.startsWith("test") ? "run the tests" : `run the ${task}`;
    }
    return verb === "" || verb === "install" || verb === "ci" || verb === "i"
      ? `use ${manager} to install the dependencies`
      : undefined;
  };
}

const programs: Readonly<Record<string, Said>> = {
  git,
  npm: packages("npm"),
  yarn: packages("yarn"),
  pnpm: packages("pnpm"),
  bun: packages("bun"),
  pip: packages("pip"),
  pip3: packages("pip"),
  cargo: packages("cargo"),
  gem: packages("gem"),
  go: (args) =>
    args[0] === "get"
      ? `add the new dependency ${args.slice(1).join(" ")}`
      : args[0] === "test"
        ? "run the tests"
        : undefined,
  npx: (args) => (args[0] === "eslint" ? "run the linter" : `run ${args.join(" ")}`),
  eslint: () => "run the linter",
  pytest: () => "run the tests",
  vitest: () => "run the tests",
  jest: () => "run the tests",
  ssh: (args) => {
    const [user, host = ""] = (free(args)[0] ?? "").split("@");
    return host === "" ? undefined : `log in to ${host} as ${user ?? ""}`;
  },
  rm: (args) => `rm rf delete ${free(args).join(" ")}`,
  chmod: (args) =>
    `change the permissions of ${args.slice(1).join(" ")} to ${args[0] === "777" ? "world writable 777" : (args[0] ?? "")}`,
  curl: (args, raw) => `fetch ${has(args, "-k", "--insecure") ? "without checking the certificate " : ""}${raw}`,
  kubectl: (args, raw) => kubernetes(args, raw),
  docker: (args) => (args[0] === "push" ? `publish the image ${args.slice(1).join(" ")}` : undefined),
  dropdb: (args) => `delete the database ${free(args).join(" ")}`,
  pg_dump: () => "take a backup of the database",
  mysqldump: () => "take a backup of the database",
  mail: (args) => `send a mail to ${free(args).join(" ")}`,
  systemctl: (args) => `${args[0] ?? ""} the service ${args.slice(1).join(" ")}`,
  service: (args) => `${args[1] ?? ""} the service ${args[0] ?? ""}`,
  shutdown: () => "shut down the machine",
  reboot: () => "restart the machine",
  terraform: (args) => (args[0] === "destroy" ? "delete the infrastructure" : undefined),
};

function kubernetes([verb = "", ...rest]: string[], raw: string): string {
  const flag = rest.find((arg) => arg.startsWith("--replicas="));
  const names = free(rest).join(" ").replaceAll("/", " ");
  const space = raw.includes("prod") ? " in production" : "";
  if (verb === "scale") return `scale ${names} to ${flag?.slice("--replicas=".length) ?? ""} replicas${space}`;
  return verb === "apply" ? `deploy ${names}${space}` : `${verb} ${names}${space}`;
}

const statements: Readonly<Record<string, (rest: string) => string>> = {
  "drop table": (rest) => `delete the table ${rest}`,
  "drop database": (rest) => `delete the database ${rest}`,
  "truncate table": (rest) => `delete all data of the table ${rest}`,
  truncate: (rest) => `delete all data of the table ${rest}`,
  "delete from": (rest) => `delete data of the table ${rest}`,
  "alter table": (rest) => `change the table ${rest.replace(/\badd column\b/i, ": add the column")}`,
  "create table": (rest) => `create the table ${rest}`,
};

function saidOf(command: string): string | undefined {
  const words = command.split(/\s+/).filter((word) => word !== "");
  while (words[0] === "sudo" || words[0] === "$") words.shift();
  const [program = "", ...args] = words;
  const lower = command.toLowerCase();
  for (const [start, say] of Object.entries(statements)) {
    if (lower.startsWith(`${start} `)) return say(command.slice(start.length + 1));
  }
  if (!Object.hasOwn(programs, program) || !isCommand(program, args)) return undefined;
  return programs[program]!(args, command);
}

/** "service" and "go" are words too: a command is written without articles. */
function isCommand(program: string, args: string[]): boolean {
  if (
    program === "mail" ||
    program === "service" ||
    program === "go" ||
    program === "shutdown" ||
    program === "reboot"
  ) {
    return (
      args.length > 0 &&
      !args.some((arg) => ["the", "a", "to", "and", "on", "for"].includes(arg)) &&
      args.length < 4 &&
      program !== "mail"
    );
  }
  return !args.some((arg) => ["the", "a", "an", "is", "was"].includes(arg));
}
