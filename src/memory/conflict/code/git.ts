import { filesPhrase, quoted, unverified } from "./phrases.ts";
import { hasFlag, valueOf, type Command } from "./shell.ts";

/** What a command of git does, in words. */
export function git(command: Command): string | undefined {
  const [verb = "", ...rest] = command.words;
  const unchecked = command.raw.includes("sslVerify=false") ? unverified : "";
  const say = Object.hasOwn(verbs, verb) ? verbs[verb]! : undefined;
  return say && `${unchecked}${say(rest, command)}`;
}

type Say = (names: readonly string[], command: Command) => string;

const unhooked = (command: Command, ...flags: string[]): string =>
  hasFlag(command, ...flags) ? ", skip the checks, the hooks and the linter" : "";

/** Branches that are nobody's own. */
const shared = /^(?:main|master|develop|trunk|release)(?:$|\/)/;
const branchPhrase = (names: readonly string[]): string =>
  `the ${names.some((name) => shared.test(name)) ? "shared " : ""}branch ${names.join(" ")}`;

const discard = (what: string): string => `discard the uncommitted changes of ${what}`;

const verbs: Readonly<Record<string, Say>> = {
  push: ([remote = "", ...refs], command) => {
    const names = refs.map((ref) => ref.replace(/^\+/, "").replace(/^.*:(?=.)/, ""));
    const isForced = hasFlag(command, "-f", "--force", "--force-with-lease") || refs.some((ref) => ref.startsWith("+"));
    const removed = refs.filter((ref) => ref.startsWith(":")).map((ref) => ref.slice(1));
    if (hasFlag(command, "--delete", "-d") || removed.length > 0)
      return `delete the branch ${(removed.length > 0 ? removed : names).join(" ")} on ${remote}`;
    if (names.length === 0 && command.branch !== undefined) names.push(command.branch);
    if (hasFlag(command, "--mirror", "--all")) return `${isForced ? "force push" : "push"} all branches to ${remote}`;
    const to = names.length > 0 ? branchPhrase(names) : hasFlag(command, "--tags") ? "the tags" : remote;
    return `${isForced ? "force push" : "push"}${to === "" ? "" : ` to ${to}`}${unhooked(command, "--no-verify")}`;
  },
  commit: (_, command) => {
    const on = command.branch === undefined ? "" : ` on ${command.branch}`;
    const message = valueOf(command, "-m", "-am", "--message");
    const amended = hasFlag(command, "--amend") ? "amend the last commit, rewrite the history of git. " : "";
    const said = message === undefined ? "" : ` with the message ${quoted(message)}`;
    return `${amended}commit${on}${said}${unhooked(command, "--no-verify", "-n")}`;
  },
  add: (names) => `add and commit ${names.join(" ")}`,
  rm: (names, command) =>
    hasFlag(command, "--cached") ? `untrack ${filesPhrase(names)}` : `delete ${filesPhrase(names)}`,
  mv: (names) => `move ${names.map((name) => filesPhrase([name])).join(" to ")}`,
  merge: (names, { branch }) => `merge the branch ${names.join(" ")}${branch === undefined ? "" : ` into ${branch}`}`,
  rebase: (names) => `rebase onto ${names.join(" ")}, rewrite the history of git`,
  reset: (names, command) =>
    hasFlag(command, "--hard") ? `reset and ${discard(names.join(" "))}` : `reset ${names.join(" ")}`,
  restore: (names, command) => (hasFlag(command, "--staged") ? `unstage ${names.join(" ")}` : discard(names.join(" "))),
  clean: (_, command) =>
    hasFlag(command, "-n", "--dry-run") ? "show the untracked files" : `delete the untracked files, ${discard("all")}`,
  stash: ([verb = ""], { flags }) =>
    verb === "drop" || verb === "clear"
      ? "delete the stash"
      : `stash the changes${flags.has("-u") ? " and new files" : ""}`,
  tag: (names, command) => {
    if (hasFlag(command, "-d", "--delete")) return `delete the tag ${names.join(" ")}`;
    if (names.length === 0) return "list the tags";
    return `make ${hasFlag(command, "-a") ? "an annotated" : "a lightweight"} tag ${names.join(" ")}`;
  },
  branch: (names, command) => {
    if (hasFlag(command, "-D", "-d", "--delete")) return `delete the branch ${names.join(" ")}`;
    if (names.length === 0) return "list the branches";
    return `${hasFlag(command, "-m", "-M") ? "rename" : "create"} the branch ${names.join(" ")}`;
  },
  checkout: (names, command) => {
    if (command.raw.includes(" -- ") || names[0] === ".")
      return discard(names.filter((name) => name !== "--").join(" "));
    return hasFlag(command, "-b", "-B")
      ? `create the branch ${names.join(" ")}`
      : `go to the branch ${names.join(" ")}`;
  },
  switch: (names, command) => `${hasFlag(command, "-c", "-C") ? "create" : "go to"} the branch ${names.join(" ")}`,
  revert: (names) => `revert the commit ${names.join(" ")}`,
  "cherry-pick": (names) => `apply the commit ${names.join(" ")}`,
  "filter-branch": () => "rewrite the history of git",
  "filter-repo": () => "rewrite the history of git",
  pull: (names, command) =>
    `pull ${names.length > 0 ? `from ${names.toReversed().join(" of ")}` : ""}${hasFlag(command, "--rebase") ? " and rebase" : ""}`,
  fetch: (names) => `fetch ${names.length > 0 ? `from ${names.toReversed().join(" of ")}` : ""}`,
  clone: (names) => `clone the repository ${names.join(" to ")}`,
  init: () => "create a repository",
  log: () => "show the history",
  reflog: () => "show the history",
  status: () => "show the status",
  diff: () => "show the differences",
  show: () => "show a commit",
  blame: (names) => `show who wrote ${names.join(" ")}`,
  grep: (names) => `search for ${names.join(" ")}`,
  config: (names) => `configure git: ${names.join(" ")}`,
};

/** The branch that a command goes to, and on which those after it work. */
export function branchOf({ program, words: [verb, name] }: Command): string | undefined {
  return program === "git" && (verb === "checkout" || verb === "switch") && name !== "." && name !== "--"
    ? name
    : undefined;
}

const pullRequest: Readonly<Record<string, string>> = {
  create: "open a",
  merge: "merge the",
  close: "close the",
  reopen: "open the",
  edit: "edit the",
  ready: "open the",
  view: "show the",
  list: "list the",
  diff: "show the",
  checks: "show the",
  status: "show the",
  checkout: "fetch the",
};

/** GitHub's own tool. */
export function gh(command: Command): string | undefined {
  const [what = "", verb = "", ...names] = command.words;
  const text = valueOf(command, "--title", "-t");
  const said = text === undefined ? "" : ` with the title ${quoted(text)}`;
  const comment = valueOf(command, "--comment", "--body", "-b", "-c");
  const commented = comment === undefined ? "" : `, with the comment ${quoted(comment)}`;
  const base = valueOf(command, "--base", "-B");
  if (what === "pr" && verb === "review")
    return `${hasFlag(command, "--approve", "-a") ? "approve" : "comment on"} the pull request ${names.join(" ")}`;
  if (what === "pr" && verb === "comment") return `comment on the pull request ${names.join(" ")}`;
  if (what === "pr" && Object.hasOwn(pullRequest, verb)) {
    const against = base === undefined ? "" : ` against the branch ${base}`;
    const how = hasFlag(command, "--squash", "-s") ? ", squash" : "";
    return `${pullRequest[verb]!} pull request ${names.join(" ")}${against}${said}${how}`;
  }
  if (what === "issue") {
    const known = verb === "view" || verb === "status" ? "show" : verb;
    return `${known} the issue ${names.join(" ")}${said}${commented}`;
  }
  if (what === "release") return `${verb === "create" ? "publish" : verb} the release ${names.join(" ")}`;
  if (what === "repo") return `${verb} the repository ${names.join(" ")}`;
  if (what === "workflow" || what === "run")
    return `${verb === "view" ? "show" : verb} the workflow ${names.join(" ")}`;
  return undefined;
}
