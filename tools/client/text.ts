const width = 110;

/** A doc comment of these paragraphs; each line of code of an example stays as it is. */
export function docComment(text: string, indent: string, example?: string): string {
  const lines = [...wrap(text), ...(example === undefined ? [] : ["", "@example", ...example.split("\n")])];
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll("*/", "*\\/").split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
