import { describe, expect, test, vi } from "vitest";
import { hash32 } from "../../src/memory/words/hash.ts";
import { stem } from "../../src/memory/words/stem.ts";
import { queryTermsOf, termsOf, wordsOf } from "../../src/memory/words/tokenize.ts";

describe("words of a text", () => {
  test.each([
    ["", ""],
    ["Hello, World!", "hello world"],
    ["The kids didn't go; they're at Ann's.", "kid go ann"],
    ["user_id=42, v2.5 (3rd)", "user id 42 v2 5 3rd"],
    ["ＡＢＣ ﬁne Ⅳ", "abc fin iv"],
    ["café CAFÉ cafe\u0301 cafe", "caf caf caf caf"],
    ["Müller MÜLLER Muller", "muller muller muller"],
    ["Łódź ŁÓDŹ lodz", "lodz lodz lodz"],
    ["Straße STRASSE GRÖẞTE größte", "strass strass grosst grosst"],
    ["İstanbul istanbul Sınır SINIR", "istanbul istanbul sinir sinir"],
    ["Αθήνα ΑΘΗΝΑ ΟΔΟΣ.οδός", "αθηνα αθηνα οδοσ οδοσ"],
    ["ёлка ЕЛКА", "елка елка"],
    ["مُحَمَّد محمد محمـــد", "محمد محمد محمد"],
    ["שָׁלוֹם שלום", "שלום שלום"],
    ["København Ærø cœur", "kobenhavn aero coeur"],
    ["mẹ ăn ở đó", "me an o do"],
    ["soft\u200bware \ufeffsoft\u2060ware", "softwar softwar"],
    ["می\u200cخواهم میخواهم", "میخواهم میخواهم"],
    ["कि की हिन्दी", "कि की हिन्दी"],
    ["ไม่ ไม้", "ไม ม่ ไม ม้"],
    ["が か", "が か"],
    ["\u0301 x", "x"],
    ["ПРИВЕТ мир", "привет мир"],
    ["مرحبا بالعالم", "مرحبا بالعالم"],
    ["हिन्दी भाषा", "हिन्दी भाषा"],
    ["東京タワー", "東 京 東京 京タ タワ ワー"],
    ["猫", "猫"],
    ["あ い", "あ い"],
    ["한국어", "한국 국어"],
    ["GPT-5は良い", "gpt 5 良 は良 良い"],
    ["𠮷野家", "𠮷 野 𠮷野 家 野家"],
    ["🎉🎉 party", "party"],
    ["\ud800 lone", "lon"],
    ["❤️ ⚠️ ☀️", ""],
    ["I ❤️ Porto, 1️⃣ more", "porto 1"],
    ["葛\u{e0100}城", "葛 城 葛城"],
    ["auto\u00admatic", "automatic"],
  ])("%s", (text, words) => {
    expect(wordsOf(text).join(" ")).toBe(words);
  });
});

test("of a query the first 256 words are looked for, and the last", () => {
  const words = Array.from({ length: 600 }, (_, at) => `w${at}`);
  const ends = [...words.slice(0, 256), ...words.slice(-256)];
  expect(queryTermsOf(words.join(" "))).toEqual(termsOf(ends.join(" ")));
  expect(queryTermsOf(ends.join(" "))).toEqual(termsOf(ends.join(" ")));
  expect(queryTermsOf("a boat, a boat")).toEqual(termsOf("a boat, a boat"));
});

describe("stem", () => {
  test.each([
    ["paints painted painting paint", "paint"],
    ["dances danced dancing dance", "danc"],
    ["stories story", "story"],
    ["studied studies study studying", "study"],
    ["stopped stops stopping stop", "stop"],
    ["classes class", "class"],
    ["boxes box", "box"],
    ["churches church", "church"],
    ["went gone go", "go"],
    ["bought buys buying buy", "buy"],
    ["children child", "child"],
    ["called calls call", "call"],
    ["bus", "bus"],
    ["need", "need"],
    ["king", "king"],
    ["string", "string"],
    ["news", "new"],
    ["naïves", "naïves"],
    ["adds added adding add", "add"],
    ["eggs egged egg", "egg"],
    ["planned planning plans plan", "plan"],
    ["planed planes plane", "plan"],
    ["uses used using use", "use"],
    ["eyed eyeing eyes eye", "eye"],
    ["ages aged aging ageing age", "age"],
    ["dies died dying die", "die"],
    ["dyed dyeing dye", "dye"],
    ["movies movie", "movy"],
    ["cookies cookie", "cooky"],
    ["calories calorie", "calory"],
    ["cancelled canceled cancels cancel", "cancel"],
    ["fuelled fueled fuel", "fuel"],
    ["installed installs install", "instal"],
    ["fulfilled fulfill fulfil", "fulfil"],
    ["filled fills fill", "fill"],
    ["spelled spell", "spell"],
    ["yelled yell", "yell"],
    ["quelled quell", "quell"],
    ["staffed staffs staff", "staff"],
    ["agreed agreeing agrees agree", "agre"],
    ["guaranteed guarantees guarantee", "guarante"],
    ["feeds fed feed", "feed"],
    ["aliases alias", "alia"],
    ["lenses lens", "len"],
    ["databases database", "databas"],
    ["crises crisis", "cris"],
    ["analyses analysed analysis", "analys"],
    ["policemen policeman", "policeman"],
    ["specimens specimen", "speciman"],
    ["embeds embedded embedding embed", "emb"],
    ["menus menu", "menu"],
    ["apis api", "api"],
    ["ids id", "id"],
    ["going goes go", "go"],
    ["beings being", "being"],
    ["roses rose rise", "ris"],
  ])("%s -> %s", (words, expected) => {
    for (const word of words.split(" ")) expect(stem(word)).toBe(expected);
  });
});

test.each(["julie july", "marie mary", "carrie carry", "allie ally", "fill file", "call cale", "being bee"])(
  "other words do not meet: %s",
  (words) => {
    const stems = words.split(" ").map(stem);
    expect(new Set(stems).size).toBe(stems.length);
  },
);

describe("terms", () => {
  test("are hashes, ascending, with counts and the length", () => {
    const { ids, counts, length } = termsOf("tea and cake and tea with more tea");
    expect([...ids]).toEqual([hash32("tea"), hash32("cak")].sort((a, b) => a - b));
    expect([...ids].map((id, at) => [id, counts[at]])).toContainEqual([hash32("tea"), 3]);
    expect(length).toBe(4);
  });

  test("cap a count, not the length", () => {
    const { counts, length } = termsOf("tea ".repeat(70_000));
    expect([counts[0], length]).toEqual([65_535, 70_000]);
  });

  /** Of the UTF-16LE bytes; made with another implementation, itself checked by murmur3("hello") = 613153351 over bytes. */
  test.each([
    ["", 0],
    ["a", 1867108634],
    ["hello", 3619887497],
    ["東京", 588546683],
  ])("MurmurHash3 of %s", (word, hash) => {
    expect(hash32(word)).toBe(hash);
  });
});

test.each(["word ", "a", "東", "ー", "\u0301", "'s", " "])("tokenizing is linear: %j", (unit) => {
  const text = unit.repeat(Math.ceil(4_096 / unit.length));
  const reading = vi.spyOn(String.prototype, "codePointAt");
  termsOf(text);
  const reads = reading.mock.calls.length;
  reading.mockRestore();
  // Each character for itself, as the end of the word before it, and as a neighbour.
  expect(reads).toBeLessThanOrEqual(3 * text.length);
});
