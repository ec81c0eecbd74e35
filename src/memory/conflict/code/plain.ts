import { wordSet } from "../../language/word-set.ts";
import { type Command } from "./shell.ts";
import { isPlainSql } from "./sql.ts";

/**
 * Commands that do what they are said to do and nothing besides, by how they begin, with the flags that do not change that. Any other
 * command, or flag, may do more: run what a file says, a hook or another program, or delete what it finds.
 */
const plain: Readonly<Record<string, ReadonlySet<string>>> = {
  "git status": wordSet("-s -b --short --branch"),
  "git log": wordSet("-n -p --oneline --graph --all --stat --since --author"),
  "git diff": wordSet("--stat --staged --cached --name-only"),
  "git show": wordSet("--stat --name-only"),
  "git blame": wordSet("-L"),
  "git push": wordSet("-u --set-upstream --tags --no-verify --delete -d --all --dry-run"),
  "git pull": wordSet("--rebase --ff-only"),
  "git fetch": wordSet("--all --tags"),
  "git add": wordSet("-A --all -u"),
  "git commit": wordSet("-m -am -a --message --all -n --no-verify -s --signoff"),
  "git switch": wordSet("-c --create"),
  "git branch": wordSet("-a -r -v -vv --list --all -d -D --delete"),
  "git tag": wordSet("-a -m -l --list -d --delete"),
  ls: wordSet("-l -a -h -R -t -r -1 -la -al -lh -lah --all"),
  cat: wordSet("-n"),
  head: wordSet("-n -c"),
  tail: wordSet("-n -f"),
  wc: wordSet("-l -w -c"),
  pwd: wordSet(""),
  df: wordSet("-h"),
  du: wordSet("-s -h -sh"),
  ps: wordSet("-e -f -ef"),
  grep: wordSet("-r -n -i -l -R -E -v -c -w -rn -ri -rni --include --exclude"),
  echo: wordSet("-n"),
  cd: wordSet(""),
  mkdir: wordSet("-p"),
  touch: wordSet(""),
  rm: wordSet("-r -f -rf -fr -R --recursive --force"),
  rmdir: wordSet(""),
  "docker ps": wordSet("-a --all"),
  "docker images": wordSet("-a --all"),
  "docker logs": wordSet("-f --tail"),
  "docker volume ls": wordSet(""),
  "docker stop": wordSet(""),
  "docker start": wordSet(""),
  "docker restart": wordSet(""),
  "kubectl get": wordSet("-n --namespace --context -o -A --all-namespaces -w -l"),
  "kubectl describe": wordSet("-n --namespace --context"),
  "kubectl logs": wordSet("-n --namespace --context -f --tail -c"),
  "kubectl delete": wordSet("-n --namespace --context"),
  "terraform plan": wordSet(""),
  "terraform validate": wordSet(""),
  "helm list": wordSet("-n --namespace -A"),
  "helm status": wordSet("-n --namespace"),
  "gh pr list": wordSet("--state --author"),
  "gh pr view": wordSet(""),
  "gh pr diff": wordSet(""),
  "gh issue list": wordSet("--state --author"),
  "gh issue view": wordSet(""),
  "systemctl status": wordSet(""),
  psql: wordSet("-c -h -U -d -p --command --host --dbname"),
  mysql: wordSet("-e -h -u -D"),
};

const awsReads = /^(?:describe|list)-[a-z-]+$/;
const awsFlags = wordSet("--region --profile --instance-ids --bucket --output --max-items");

/** Whether a command does no more than is said of it. */
export function isPlain(command: Command): boolean {
  const { program, words, given, variables, output, raw, isRoot } = command;
  const begins = raw.startsWith(`${isRoot ? "sudo " : ""}${program}`);
  const known = flagsKnown(program, words);
  const flags = given.filter(({ text }) => text.startsWith("-")).map(({ text }) => text.replace(/=.*$/, ""));
  if (!known || !begins || variables.length > 0 || output !== undefined) return false;
  if (new Set(flags).size < flags.length || !flags.every((flag) => known.has(flag))) return false;
  if (program === "psql" || program === "mysql") {
    const [statement, ...others] = ["-c", "-e", "--command"].flatMap((flag) => command.values.get(flag) ?? []);
    return statement !== undefined && others.length === 0 && isPlainSql(statement);
  }
  return !words.some((word) => word.startsWith("+"));
}

function flagsKnown(program: string, words: readonly string[]): ReadonlySet<string> | undefined {
  if (program === "aws") return awsReads.test(words[1] ?? "") ? awsFlags : undefined;
  const heads = [2, 1, 0].map((count) => [program, ...words.slice(0, count)].join(" "));
  const head = heads.find((each) => Object.hasOwn(plain, each));
  return head === undefined ? undefined : plain[head];
}

/** Programs that do the work of another. */
const family: Readonly<Record<string, string>> = {
  "docker-compose": "docker",
  podman: "docker",
  tofu: "terraform",
  service: "systemctl",
  mysql: "psql",
  rmdir: "rm",
};
const familyOf = (program: string): string => family[program] ?? program;

/** "./conf/.env" as ".env": a file is named from anywhere. */
const nameOf = (word: string): string =>
  familyOf(
    word
      .toLowerCase()
      .replace(/(?<=.)\/+$/, "")
      .replace(/^.*\/(?=.)/s, ""),
  );

/** Whether two commands may be two spellings of one: they share a program, or one of the words. */
export function isAkin(named: { program: string | undefined; words: readonly string[] }, command: Command): boolean {
  const own = new Set([command.program, ...command.words].map(nameOf));
  const theirs = [...(named.program === undefined ? [] : [named.program]), ...named.words];
  return theirs.some((word) => own.has(nameOf(word)));
}
