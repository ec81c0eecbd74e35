import { expect, test } from "vitest";
import { isSmallTalk } from "../../../../src/gateway/memory/injection/text/small-talk.ts";

const nothing = `ok|Thanks!|👍|yeah, really?|and the second one?|Why?|when was it?|Good morning, how are you?|ja, genau
und das zweite?|Vielen lieben Dank!|OK, thanks|Really? Great!`;
const something = `where do I work?|what do I like?|I have diabetes|Likes tea|Oslo|yes, 42|the second one, in German
Wo arbeite ich?|好|gracias
IT|I do IT|I'm from US|Will|My second is Will|I am May|D&D|It's A.|A|Yes. A|He is not well|I'm in the ER`;

test.each(nothing.split(/[|\n]/u))("says nothing by itself: %s", (text) => expect(isSmallTalk(text)).toBe(true));
test.each(something.split(/[|\n]/u))("says something: %s", (text) => expect(isSmallTalk(text)).toBe(false));
test("what is long says something", () => expect(isSmallTalk("ok ".repeat(70))).toBe(false));
