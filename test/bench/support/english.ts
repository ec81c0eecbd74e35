import { randomFrom, zipfFrom } from "./random.ts";

/** Words of everyday talk at work, common ones first. The built-in model knows each as one token, as it does most of what people say. */
const words = `the to and of a in is it that we for on with this you are be have was not but they from will can there
what all when would about if time one so out up get just now like some more new know need work team day use meeting
project could should good make think people week after back before call change client code data because email first
food friend garden help home house idea important issue kitchen last later long look market message money morning
music night number office order park phone plan problem question read ready really report result room school server
service share small start story street summer table talk test thing today together tomorrow train travel try version
wait walk water way weather weekend write year yesterday book budget build car city clean coffee contract database
deadline decision design dinner document doctor family feature flight hotel invoice lunch mountain paper password price
release review river safe schedule search station storage ticket update version village visit window winter`
  .split(/\s+/u)
  .filter((word) => word !== "");

/** `count` texts of 8 to 40 words: some 25 tokens on average. */
export function englishTexts(count: number, seed = 1): string[] {
  const random = randomFrom(seed);
  const rank = zipfFrom(random, words.length);
  const sentence = () => Array.from({ length: 8 + Math.floor(33 * random() ** 1.5) }, () => words[rank()]!).join(" ");
  return Array.from({ length: count }, sentence);
}

/** A text as the body of a request: sessions of 30 messages. */
export function message(content: string, index: number) {
  return { role: index % 2 === 0 ? "user" : "assistant", session_id: `session-${Math.floor(index / 30)}`, content };
}
