/** What a command says, in words; undefined where that is not known. `raw` is the command as it stands. */
export type Said = (args: string[], raw: string) => string | undefined;

const has = (args: string[], ...flags: string[]): boolean => args.some((arg) => flags.includes(arg));
const free = (args: string[]): string[] => args.filter((arg) => !arg.startsWith("-"));
const quoted = (raw: string): string => {
  const from = raw.search(/["']/);
  const to = Math.max(raw.lastIndexOf('"'), raw.lastIndexOf("'"));
  return from >= 0 && to > from ? raw.slice(from + 1, to) : "";
};
/** The word behind a flag. */
const valueOf = (args: string[], flag: string): string => args[args.indexOf(flag) + 1] ?? "";
const where = (raw: string): string => (raw.includes("prod") ? " in production" : "");

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

export const programs: Readonly<Record<string, Said>> = {
  git,
  npm: packages("npm"),
  yarn: packages("yarn"),
  pnpm: packages("pnpm"),
  bun: packages("bun"),
  pip: packages("pip"),
  pip3: packages("pip"),
  cargo: packages("cargo"),
  gem: packages("gem"),
  go: ([verb, ...rest]) =>
    verb === "get" ? `add the new dependency ${rest.join(" ")}` : verb === "test" ? "run the tests" : undefined,
  npx: (args) => (args[0] === "eslint" ? "run the linter" : `run ${args.join(" ")}`),
  eslint: () => "run the linter",
  pytest: tests,
  vitest: tests,
  jest: tests,
  ssh: (args) => {
    const [user, host = ""] = (free(args)[0] ?? "").split("@");
    return host === "" ? undefined : `log in to ${host} as ${user ?? ""}`;
  },
  rm: (args) => `rm rf delete ${free(args).join(" ")}`,
  chmod: (args) =>
    `change the permissions of ${args.slice(1).join(" ")} to ${args[0] === "777" ? "world writable 777" : (args[0] ?? "")}`,
  curl: (args, raw) => `fetch ${has(args, "-k", "--insecure") ? "without checking the certificate " : ""}${raw}`,
  kubectl: kubernetes,
  docker,
  helm: ([verb = "", ...rest], raw) =>
    verb === "uninstall"
      ? `delete the deployment ${free(rest).join(" ")}`
      : `deploy ${free(rest).join(" ")}${where(raw)}`,
  gh: (args) => (args[0] === "pr" ? `${args[1] ?? ""} the pull request` : undefined),
  make: (args) => (args[0] === "test" ? "run the tests" : args.join(" ")),
  apt: install,
  brew: install,
  kill: (args) => `kill the process ${free(args).join(" ")}`,
  killall: (args) => `kill all processes ${free(args).join(" ")}`,
  scp: copy,
  rsync: copy,
  mv: (args) => `move ${free(args).join(" to ")}`,
  ufw: ([verb = "", ...rest]) => firewall(verb, rest),
  su: () => "log in as root, use the root account",
  psql: (_, raw) =>
    quoted(raw) &&
    `${quoted(raw)
      .toLowerCase()
      .replace(/^drop table/, "drop the table")}${where(raw)}`,
  prisma: (args) => (args[0] === "migrate" ? "run the migration" : undefined),
  "redis-cli": (args) => (args.some((arg) => /^flush/i.test(arg)) ? "delete all data of the cache" : undefined),
  crontab: (args) => (has(args, "-r") ? "delete all scheduled jobs" : undefined),
  dropdb: (args) => `delete the database ${free(args).join(" ")}`,
  pg_dump: backup,
  mysqldump: backup,
  systemctl: (args) => `${args[0] ?? ""} the service ${args.slice(1).join(" ")}`,
  service: (args) => `${args[1] ?? ""} the service ${args[0] ?? ""}`,
  shutdown: () => "shut down the machine",
  reboot: () => "restart the machine",
  terraform: (args) => (args[0] === "destroy" ? "delete the infrastructure" : undefined),
};

function tests(): string {
  return "run the tests";
}

function backup(): string {
  return "take a backup of the database";
}

function copy(args: string[]): string {
  return `copy ${free(args).join(" to ")}`;
}

function install(args: string[]): string {
  return `${args[0] ?? ""} ${free(args).slice(1).join(" ")}`;
}

function docker([verb = "", ...rest]: string[], raw: string): string | undefined {
  const names = free(rest).join(" ");
  if (verb === "push") return `publish the image ${names}`;
  if (verb === "rm" || verb === "rmi") return `delete the ${verb === "rm" ? "container" : "image"} ${names}`;
  if (verb !== "run") return undefined;
  const user = has(rest, "--user", "-u") ? ` as ${valueOf(rest, has(rest, "-u") ? "-u" : "--user")}` : "";
  const port = has(rest, "-p")
    ? `, expose the port ${valueOf(rest, "-p").split(":")[0] ?? ""} of ${rest.at(-1) ?? ""}`
    : "";
  const all = has(rest, "--privileged") ? ", privileged" : "";
  return `run the container ${rest.at(-1) ?? ""}${user}${all}${port}${where(raw)}`;
}

function firewall(verb: string, rest: string[]): string {
  if (verb === "disable") return "disable the firewall";
  const port = rest.find((arg) => /^\d+/.test(arg)) ?? "";
  const from = rest.includes("from") ? valueOf(rest, "from") : "any";
  if (verb === "deny") return `close port ${port}`;
  return `open port ${port}${from === "any" ? " to the world" : ` to ${from}`}`;
}

function kubernetes([verb = "", ...rest]: string[], raw: string): string {
  const flag = rest.find((arg) => arg.startsWith("--replicas="));
  const names = free(rest).join(" ").replaceAll("/", " ");
  const space = where(raw);
  if (verb === "scale") return `scale ${names} to ${flag?.slice("--replicas=".length) ?? ""} replicas${space}`;
  return verb === "apply" ? `deploy ${names}${space}` : `${verb} ${names}${space}`;
}
