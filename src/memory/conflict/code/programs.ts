import { branchOf, gh, git } from "./git.ts";
import { packages } from "./packages.ts";
import { filePhrase, filesPhrase, placeName, quoted, requestPhrase, unverified, where } from "./phrases.ts";
import { hasFlag, valueOf, type Command } from "./shell.ts";
import { sqlWords } from "./sql.ts";
import { cloud, compose, docker, helm, kubernetes, terraform } from "./systems.ts";

export { branchOf };

/** What a command does, in words; undefined where that is not known. */
export type Sayer = (command: Command) => string | undefined;

const reading: Sayer = ({ words }) => (words.length === 0 ? undefined : `read ${filesPhrase(words)}`);
const listing: Sayer = ({ words }) => `list the files ${words.length > 0 ? `of ${filesPhrase(words)}` : ""}`;
const editing: Sayer = ({ words }) => (words.length === 0 ? undefined : `edit by hand ${filesPhrase(words)}`);
const testing: Sayer = () => "run the tests";
const linting: Sayer = () => "run the linter";
const formatting: Sayer = () => "format the code";
const backup: Sayer = () => "take a backup of the database";
const system = (manager: string): Sayer => packages(manager, "package");
const always =
  (words: string): Sayer =>
  () =>
    words;

const searching =
  (program: string): Sayer =>
  ({ words: [pattern = "", ...paths] }) =>
    `use ${program} to search for ${pattern} in ${paths.length > 0 ? filesPhrase(paths) : "the code"}`;

/** "ssh deploy@db-1 'systemctl restart web'". */
const login: Sayer = ({ words: [target = "", ...inner], raw }) => {
  const [user, name] = target.includes("@") ? target.split("@") : [undefined, target];
  if (!name) return undefined;
  const host = placeName(name);
  const as = user === undefined ? "" : ` as ${user}`;
  const line = inner.join(" ");
  return `log in to ${host}${as}${line === "" ? "" : `. run on ${host}${placeName(where(raw.slice(0, raw.indexOf(line))))} the command: ${line}`}`;
};

/** "-X DELETE", "-XDELETE", "-sX DELETE". */
function methodOf(command: Command): string | undefined {
  const flag = [...command.flags].find((each) => /^-[a-zA-Z]*X[A-Z]*$/.test(each)) ?? "--request";
  return /X([A-Z]+)$/.exec(flag)?.[1] ?? valueOf(command, flag, "-X");
}

/** "--delete", "--delete-after", "--remove-files". */
const alsoDeletes = ({ flags }: Command, what: string): string =>
  [...flags].some((flag) => /^--(?:delete|del$|remove)/.test(flag)) ? `, delete ${what}` : "";

const request: Sayer = (command) => {
  const url = command.words.find((word) => /^\w+:\/\/|\w\.\w|localhost/.test(word));
  if (url === undefined) return undefined;
  const body = valueOf(command, "-d", "--data", "--data-raw", "-F", "--form", "--json");
  const method = methodOf(command) ?? (body === undefined ? "GET" : "POST");
  const unchecked = hasFlag(command, "-k", "--insecure", "--no-check-certificate");
  return `${unchecked ? unverified : ""}${requestPhrase(method, url, body)}`;
};

const database: Sayer = (command) => {
  const statement = valueOf(command, "-c", "-e", "--command", "--execute", "--eval") ?? command.words.at(-1) ?? "";
  const outside = command.raw.replace(statement, "");
  return sqlWords(statement, where(outside));
};

const service: Sayer = ({ words: [verb = "", ...names] }) => {
  if (verb === "") return undefined;
  const looks = verb.startsWith("is-") || verb.startsWith("list") || verb === "status";
  const isDatabase = names.some((name) => /postgres|mysql|maria|mongo|redis/.test(name));
  return `${looks ? "show" : verb.replaceAll("-", " ")} the ${isDatabase ? "database server" : "service"} ${names.join(" ")}`;
};

const mode: Sayer = ({ words: [mask = "", ...names] }) =>
  `change the permissions of ${filesPhrase(names)} to ${/^0?777$/.test(mask) ? "world writable 777" : mask}`;

const python: Sayer = (command) => {
  const [script = "", verb = "", ...rest] = command.words;
  if (script !== "manage.py") return script.endsWith(".py") ? `run the program ${script}` : undefined;
  if (verb === "migrate") return `run the migrations ${rest.join(" ")}`;
  if (verb === "makemigrations") return "generate new migrations";
  if (verb === "flush") return `delete all data of the database${where(command.raw)}`;
  return verb === "test" ? "run the tests" : `run ${verb}`;
};

const migrating =
  (run: RegExp, wipe = /^$/): Sayer =>
  ({ words, raw }) => {
    const verb = words.join(" ");
    if (wipe.test(verb)) return `delete all data of the database${where(raw)}`;
    return run.test(verb) ? `run the migrations${where(raw)}` : `run ${verb}`;
  };

const firewall: Sayer = ({ words: [verb = "", ...rest] }) => {
  if (verb === "disable") return "disable the firewall";
  if (verb === "status") return "show the firewall";
  const port = rest.find((arg) => /^\d+/.test(arg)) ?? "";
  const from = rest[rest.indexOf("from") + 1];
  if (verb === "deny") return `close port ${port}`;
  return `open port ${port} ${rest.includes("from") && from !== "any" ? `to the network ${from}` : "to the internet and the world"}`;
};

const shell: Sayer = ({ input, words }) =>
  input && ["curl", "wget"].includes(input.program)
    ? `pipe and run in a shell the script from the internet`
    : words[0] && `run the script ${words[0]}`;

const sed: Sayer = (command) =>
  hasFlag(command, "-i")
    ? `edit by hand ${filesPhrase(command.words.slice(1))}`
    : `read ${filesPhrase(command.words.slice(1))}`;

const publishing =
  (what: string): Sayer =>
  (command) =>
    `deploy ${what}${hasFlag(command, "--prod", "--production") ? " in production" : where(command.raw)}`;

/** Each program that is known, and what its commands say. */
export const programs: Readonly<Record<string, Sayer>> = {
  git,
  gh,
  npm: packages("npm"),
  yarn: packages("yarn"),
  pnpm: packages("pnpm"),
  bun: packages("bun"),
  pip: packages("pip"),
  pip3: packages("pip"),
  pipx: packages("pipx"),
  uv: packages("uv"),
  poetry: packages("poetry"),
  conda: packages("conda"),
  cargo: packages("cargo"),
  gem: packages("gem"),
  composer: packages("composer"),
  go: packages("go"),
  apt: system("apt"),
  "apt-get": system("apt"),
  yum: system("yum"),
  dnf: system("dnf"),
  apk: system("apk"),
  brew: system("brew"),
  make: ({ words }) => (words[0] === "test" ? "run the tests" : words.length > 0 ? words.join(" ") : undefined),
  eslint: linting,
  ruff: linting,
  flake8: linting,
  prettier: formatting,
  black: formatting,
  pytest: testing,
  vitest: testing,
  jest: testing,
  tox: testing,
  "pre-commit": always("run the hooks and the checks"),
  tsc: always("check the types"),
  mypy: always("check the types"),
  python,
  python3: python,
  prisma: migrating(/^migrate|^db push/, /^migrate reset/),
  alembic: migrating(/^upgrade|^downgrade/),
  flyway: migrating(/migrate/, /clean/),
  knex: migrating(/migrate/),
  rails: migrating(/db:migrate/, /db:(?:drop|reset)/),
  psql: database,
  mysql: database,
  sqlite3: database,
  mongosh: database,
  "redis-cli": ({ words }) => (words.some((word) => /^flush/i.test(word)) ? "delete all data of the cache" : undefined),
  dropdb: ({ words, raw }) => `delete the database ${words.join(" ")}${where(raw)}`,
  createdb: ({ words }) => `create the database ${words.join(" ")}`,
  pg_dump: backup,
  mysqldump: backup,
  pg_restore: always("restore the database from a backup"),
  ssh: login,
  scp: ({ words }) => `copy ${words.join(" to ")}`,
  rsync: (command) =>
    `copy ${command.words.join(" to ")}${alsoDeletes(command, `files of ${command.words.at(-1) ?? ""}`)}`,
  curl: request,
  wget: request,
  bash: shell,
  sh: shell,
  zsh: shell,
  rm: ({ words }) => (words.length === 0 ? undefined : `delete ${filesPhrase(words)}`),
  rmdir: ({ words }) => `delete the folder ${words.join(" ")}`,
  mv: ({ words }) => `move ${words.map(filePhrase).join(" to ")}`,
  cp: ({ words }) => `copy ${words.map(filePhrase).join(" to ")}`,
  cd: ({ words }) => `go to the folder ${words.join(" ")}`,
  mkdir: ({ words }) => `create the folder ${words.join(" ")}`,
  touch: ({ words }) => `create ${filesPhrase(words)}`,
  chmod: mode,
  chown: ({ words: [owner = "", ...names] }) => `change the owner of ${filesPhrase(names)} to ${owner}`,
  echo: ({ words, output }) =>
    output === undefined ? `print ${quoted(words.join(" "))}` : `write ${quoted(words.join(" "))}`,
  printf: ({ words }) => `print ${quoted(words.join(" "))}`,
  tee: editing,
  sed,
  vim: editing,
  nano: editing,
  cat: reading,
  less: reading,
  head: reading,
  tail: reading,
  wc: always("count the lines"),
  jq: always("format the output"),
  ls: listing,
  tree: listing,
  find: (command) => (command.raw.includes("-delete") ? `delete ${filesPhrase(command.words)}` : "search for files"),
  pwd: always("show the folder"),
  df: always("show the disk space"),
  du: always("show the disk space"),
  ps: always("list the processes"),
  top: always("list the processes"),
  grep: searching("grep"),
  rg: searching("ripgrep"),
  tar: (command) => `archive ${command.words.join(" ")}${alsoDeletes(command, filesPhrase(command.words.slice(-1)))}`,
  kill: ({ words }) => (words.length === 0 ? undefined : `kill the process ${words.join(" ")}`),
  killall: ({ words }) => `kill all processes ${words.join(" ")}`,
  pkill: ({ words }) => `kill all processes ${words.join(" ")}`,
  systemctl: service,
  service: (command) => service({ ...command, words: command.words.toReversed() }),
  shutdown: always("shut down the machine"),
  reboot: always("restart the machine"),
  crontab: (command) => (hasFlag(command, "-r") ? "delete all scheduled jobs" : undefined),
  ufw: firewall,
  su: always("run commands as root with the root account"),
  docker,
  "docker-compose": compose,
  podman: docker,
  kubectl: kubernetes,
  helm,
  terraform,
  tofu: terraform,
  aws: cloud,
  gcloud: cloud,
  az: cloud,
  heroku: cloud,
  vercel: publishing("the site"),
  netlify: publishing("the site"),
  fly: publishing("the app"),
};
