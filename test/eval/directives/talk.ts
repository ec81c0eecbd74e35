import { Tagger } from "../../../src/reader/tagger.ts";
import { directiveTypes } from "../../fixture/directives/item.ts";
import { readTalk } from "../locomo/conversations.ts";
import { givenFor } from "./directives.ts";

/**
 * In how much of what friends say to each other, in LoCoMo's file, a rule is found, as if each said it to an assistant. Hardly
 * any of it is one, so this tells how often ordinary talk is taken for rules. `listItems` shows them.
 */
export async function evaluateTalk(file: string, listItems: boolean): Promise<void> {
  const said = readTalk(file);
  const tagger = await Tagger.load();
  const counts = { MUST: 0, NEVER: 0, PREFER: 0, AVOID: 0 };
  let found = 0;
  try {
    for (const [at, text] of said.entries()) {
      const given = await givenFor({ id: String(at), text, role: "user", rules: [], tags: [] }, tagger);
      if (given.length > 0) found++;
      for (const { type, rule } of given) {
        counts[type]++;
        if (listItems) console.log(`${type} | ${rule}\n  ${text}`);
      }
    }
  } finally {
    await tagger.release();
  }
  const types = directiveTypes.map((type) => `${type} ${counts[type]}`).join(", ");
  const share = ((found / said.length) * 1000).toFixed(1);
  console.log(`A rule is found in ${found} of ${said.length} messages, ${share} of 1,000: ${types}`);
}
