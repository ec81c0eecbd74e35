/* How things of code are called in words. */

/** A path: "the file http.php in the folder vendor/lib". */
export function filePhrase(path: string): string {
  const plain = path.replace(/^\.\//, "").replace(/\/$/, "");
  const at = plain.lastIndexOf("/");
  if (at < 0) return `the ${/\.\w+$/.test(plain) ? "file " : ""}${plain}`;
  return `the file ${plain.slice(at + 1)} in the folder ${plain.slice(0, at)}`;
}

export const filesPhrase = (paths: readonly string[]): string => paths.map(filePhrase).join(" and ");

const environments: readonly (readonly [RegExp, string])[] = [
  [/(?<![a-z])(?:prod|production|prd|live)(?![a-z])/i, "production"],
  [/(?<![a-z])(?:staging|stage|stg|preprod)(?![a-z])/i, "staging"],
  [/(?<![a-z])(?:dev|development)(?![a-z])/i, "development"],
  [/(?<![a-z])(?:test|testing|qa)(?![a-z])/i, "the test environment"],
  [/(?<![a-z])(?:local|localhost)(?![a-z])/i, "the local environment"],
];

/** " in production", by a name in a command; "" where none tells. */
export function where(text: string): string {
  const found = environments.find(([name]) => name.test(text.replace(/[_-]/g, " ")));
  return found ? ` in ${found[1]}` : "";
}

/** The name of a place where a command runs, as it is said: one that is called "test" runs no tests by that. */
export const placeName = (name: string): string => name.replace(/(?<![a-z])test(?:s|ing)?(?![a-z])/gi, "qa");

/** A text that is quoted in words. */
export const quoted = (text: string): string => `"${text.replaceAll(/["“”]/g, "'")}"`;

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** "2026-03-02T08:30:00": "on Monday 2026-03-02 at 08:30"; of another text, itself. */
export function timePhrase(text: string): string {
  const [, date, hour, rest] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d)(:\d\d))?/.exec(text) ?? [];
  if (date === undefined) return /^\d{1,2}:\d\d/.test(text) ? `at ${text}` : `on ${text}`;
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return `on ${days[day] ?? ""} ${date}${hour === undefined ? "" : ` at ${hour}${rest}`}`;
}

/** "createPullRequest", "mcp__github__create_pull_request": its words. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

/** What a request says that does not look at certificates. */
export const unverified = "disable the verification of SSL certificates. ";

/** A request to a server. */
export function requestPhrase(method: string, url: string, body = ""): string {
  const [, scheme = "", host = url, path = ""] = /^(\w+:\/\/)?([^/?#]+)([^?#]*)/.exec(url) ?? [];
  const parts = path.split("/").filter((each) => each !== "" && !/^v\d+$|^api$/.test(each));
  const id = /\d|^:|^\{/.test(parts.at(-1) ?? "") ? parts.pop() : undefined;
  const resource = `${parts.join(" ")}${id === undefined ? "" : ` record ${id}`}`;
  const at = `via the API at ${scheme}${host}${where(host)}`;
  switch (method.toUpperCase()) {
    case "DELETE":
      return `delete the ${resource} ${at}`;
    case "PUT":
    case "PATCH":
      return `change the ${resource} ${body} ${at}`;
    case "POST":
      return `send ${body === "" ? resource : `${body} for ${resource}`} to ${scheme}${host}`;
    default:
      return `fetch ${resource} from ${scheme}${host}${where(host)}`;
  }
}
