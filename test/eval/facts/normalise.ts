const titles = /^(?:mr|mrs|ms|dr|prof|sir)\.?\s+/u;
const articles = /^(?:the|an?|my|our|your|his|her|its|their)\s+/u;
const suffixes = /[\s,]+(?:inc|ltd|llc|llp|gmbh|ag|ab|bv|sa|plc|corp|co)\.?$/u;

/** Rule 1 of the scoring in test/fixture/facts/README.md. */
export function normaliseName(text: string): string {
  let name = text.normalize("NFKC").toLowerCase().replaceAll("’", "'").trim();
  for (let before = ""; before !== name;) {
    before = name;
    name = name.replace(articles, "").replace(titles, "").replace(suffixes, "");
  }
  return name
    .split(/\s+/u)
    .map((word) => (/@|\d[.:-]\d/u.test(word) ? word.replace(/[.,;]$/u, "") : word.replace(/[^\p{L}\p{N}+#@]+/gu, " ")))
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Only digits and a leading `+` count. */
export function normalisePhone(text: string): string {
  return (text.trim().startsWith("+") ? "+" : "") + text.replace(/\D/gu, "");
}
