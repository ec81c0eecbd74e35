const documents = new Set(
  `log logs output error message mail email letter text note article page post thread readme docs documentation snippet
   code function docstring policy terms paragraph passage quote excerpt transcript ticket description draft poem lyrics
   recipe review comment config diff trace stacktrace leaflet sign says said wrote writes reads states following below
   explain translate summarise summarize proofread correct rewrite shorten fix debug review analyse analyze format`.split(
    /\s+/,
  ),
);
const own = new Set(
  "rule rules preference preferences convention conventions guideline guidelines wishes style".split(" "),
);

/** Whether a line that ends in a colon announces a text that is not its author's word: "Here's the log:". */
export function introducesForeign(line: string): boolean {
  const words = line.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => documents.has(word)) && !words.some((word) => own.has(word));
}
