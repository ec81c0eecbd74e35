import { withoutSecrets } from "./target.ts";

/** What stands in quotes behind a secret's name: a member's, a key's in TOML, an option's in a list of arguments. */
const named =
  /((?:key|token|secret|password|passwd|authorization|credential)["']?\s*[:=]\s*|--[a-z-]{0,40}(?:key|token|secret|password)["']\s*,\s*)(["'])((?:\\.|(?!\2)[^\\\n])+)\2/giu;
/** What other services' keys begin with. */
const known = /\b(?:sk|pk|gh[opsu]|github_pat|glpat|xox[abpr]|hf|npm)[-_][\w-]{8,}/gu;
/** In an address: its user, and members of its query. */
const user = /:\/\/[^\s"'@/]{1,500}@/gu;
const query = /([?&][\w-]{0,40}(?:key|token|secret)=)[^&\s"']+/giu;

/** A part of somebody's settings as it may be shown: of Cairn's keys their ids, of what may be a secret of others nothing. */
export function withoutAnySecret(text: string): string {
  return withoutSecrets(text)
    .replace(named, (all: string, before: string, quote: string, value: string) => {
      return /^(?:Bearer )?ck_[a-z0-9]+_\.\.\.$/u.test(value) ? all : `${before}${quote}...${quote}`;
    })
    .replace(known, "...")
    .replace(user, "://...@")
    .replace(query, "$1...");
}
