import { wordSet } from "../../language/word-set.ts";

/** One command of a shell line, taken apart. */
export type Command = {
  /** Without its folder; "-m" of Python and the like is the program itself. */
  readonly program: string;
  /** What is no flag and no flag's value, without quotes. */
  readonly words: readonly string[];
  /** "--force"; "-rf" gives "-r" and "-f". */
  readonly flags: ReadonlySet<string>;
  /** The word behind each flag, or behind its "=". */
  readonly values: ReadonlyMap<string, string>;
  readonly isRoot: boolean;
  /** "HUSKY=0", before the program. */
  readonly variables: readonly string[];
  /** The command whose output it reads. */
  readonly input?: Command;
  /** The file that its output is written into. */
  readonly output?: string;
  /** The branch that an earlier command went to. */
  readonly branch?: string;
  readonly raw: string;
  /** What stands behind the program, as it is. */
  readonly given: readonly Word[];
};

export type Word = { readonly text: string; readonly start: number; readonly end: number; readonly isQuoted: boolean };

const operators = /^(?:&&|\|\||;|\n|\||&)/;

/** The words of a line, and its operators; undefined where a quote does not end. "don't" holds no quote. */
export function wordsOfLine(line: string): Word[] | undefined {
  const words: Word[] = [];
  for (let at = 0; at < line.length;) {
    const operator = operators.exec(line.slice(at, at + 2))?.[0];
    if (operator !== undefined) {
      words.push({ text: operator, start: at, end: at + operator.length, isQuoted: false });
      at += operator.length;
    } else if (line[at]!.trim() === "") at++;
    else {
      const word = wordOf(line, at);
      if (!word) return undefined;
      words.push(word);
      at = word.end;
    }
  }
  return words;
}

function wordOf(line: string, start: number): Word | undefined {
  let text = "";
  let at = start;
  let isQuoted = false;
  while (
    at < line.length &&
    line[at]!.trim() !== "" &&
    !(/^[;|]/.test(line[at]!) || /^&(?:&|\s|$)/.test(line.slice(at, at + 2)))
  ) {
    const mark = line[at]!;
    const isApostrophe = mark === "'" && /\p{L}/u.test(line[at - 1] ?? "") && /\p{L}/u.test(line[at + 1] ?? "");
    if ((mark === '"' || mark === "'") && !isApostrophe) {
      const end = line.indexOf(mark, at + 1);
      if (end < 0) return undefined;
      text += line.slice(at + 1, end);
      isQuoted = true;
      at = end + 1;
    } else {
      text += mark;
      at++;
    }
  }
  return { text, start, end: at, isQuoted };
}

export const isOperator = ({ text, isQuoted }: Word): boolean => !isQuoted && operators.exec(text)?.[0] === text;

/** Programs that run another, whose name stands behind their flags. */
const runners = wordSet("time nohup nice exec command env xargs watch builtin npx bunx uvx");
const roots = wordSet("sudo doas");

/** Long flags with a value behind a blank. What else follows a flag is a word of its own. */
const valued = wordSet(
  `--namespace --context --kubeconfig --cluster --message --title --body --base --head --target --replicas --region --profile --bucket --acl
   --group-id --protocol --port --cidr --instance-ids --name --env --environment --project --zone --author --repo --label --reason
   --comment --host --database --dbname --command --eval --request --data --header --key --var --workspace --subject --db-instance-identifier
   --policy --file --tail --subscription --resource-group --stack-name --table-name --function-name --user-name --db --notes --tag --add-label`,
);
/** The same of short ones, by program. */
const valuedShort: Readonly<Record<string, ReadonlySet<string>>> = {
  git: wordSet("-m -am -C -c"),
  gh: wordSet("-b -t -B -H -R -c -n"),
  kubectl: wordSet("-n -f -l -c -o"),
  helm: wordSet("-n -f"),
  docker: wordSet("-p -v -e -u --user -w -t -f -n"),
  "docker-compose": wordSet("-f -p"),
  podman: wordSet("-p -v -e -u --user -w -t -f -n"),
  psql: wordSet("-c -h -U -d -p -f"),
  mysql: wordSet("-e -h -u -D -P"),
  sqlite3: wordSet(""),
  ssh: wordSet("-i -p -l"),
  scp: wordSet("-i -P"),
  curl: wordSet("-X -H -d -F -o -u -A"),
  wget: wordSet("-O"),
  head: wordSet("-n"),
  tail: wordSet("-n"),
  kill: wordSet("-s"),
  bash: wordSet("-c"),
  sh: wordSet("-c"),
  su: wordSet("-c"),
  heroku: wordSet("-a"),
};

/** One command from its words; undefined where there is none. */
export function commandOf(line: readonly Word[], input?: Command, branch?: string): Command | undefined {
  const words = [...line];
  const variables: string[] = [];
  let isRoot = false;
  for (let first = words[0]?.text; first !== undefined; first = words[0]?.text) {
    if (roots.has(first)) isRoot = true;
    else if (/^[A-Z_]+=/.test(first)) variables.push(first);
    else if (!runners.has(first) && first !== "$" && first !== ">") break;
    words.shift();
    if (roots.has(first) || runners.has(first)) dropFlags(words);
  }
  if (words[0] && /^(?:python|python3|py)$/.test(words[0].text) && words[1]?.text === "-m") words.splice(0, 2);
  const [name] = words.splice(0, 1);
  if (!name) return undefined;
  const program = name.text.slice(name.text.lastIndexOf("/") + 1);
  const read = argumentsOf(program, words);
  const raw = line.map(({ text }) => text).join(" ");
  return { program, isRoot, variables, ...read, raw, given: words, ...(input && { input }), ...(branch && { branch }) };
}

/** The flags of a program that runs another: "-u postgres", "-n 1". */
function dropFlags(words: Word[]): void {
  while (words[0]?.text.startsWith("-") === true) {
    const [flag] = words.splice(0, 1);
    if (/^-[ugnPIdL]$/.test(flag!.text)) words.shift();
  }
}

function argumentsOf(program: string, given: readonly Word[]): Pick<Command, "words" | "flags" | "values" | "output"> {
  const words: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  let output: string | undefined;
  for (let at = 0; at < given.length; at++) {
    const { text, isQuoted } = given[at]!;
    const redirected = isQuoted ? null : /^(?:\d|&)?>{1,2}(.*)$/.exec(text);
    if (redirected) {
      const target = redirected[1] || given[++at]?.text || "";
      if (!target.startsWith("&") && target !== "/dev/null") output = target;
    } else if (isQuoted || !/^-+\w/.test(text)) words.push(text);
    else {
      const [flag = text, value] = text.startsWith("--") ? splitAt(text, "=") : [text];
      const next = given[at + 1];
      const takesValue = valued.has(flag) || valuedShort[program]?.has(flag) === true;
      for (const each of flagsOf(flag)) flags.add(each);
      if (value !== undefined) values.set(flag, value);
      else if (next && !/^-+\w/.test(next.text)) values.set(flag, next.text);
      if (value === undefined && takesValue && next) at++;
    }
  }
  return { words, flags, values, ...(output !== undefined && { output }) };
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** "-rf" is "-r" and "-f"; "-auto-approve" is one flag. */
const flagsOf = (flag: string): string[] =>
  /^-[a-zA-Z]{2,4}$/.test(flag) ? [flag, ...Array.from(flag.slice(1), (letter) => `-${letter}`)] : [flag];

export const hasFlag = ({ flags }: Command, ...wanted: string[]): boolean => wanted.some((flag) => flags.has(flag));

export const valueOf = ({ values }: Command, ...flags: string[]): string | undefined =>
  flags.map((flag) => values.get(flag)).find((value) => value !== undefined);
