/** Accents and points of scripts that are written without them, too. Marks of others, as vowels in Indic ones, make another word. */
const accents =
  /[[\p{Mn}&&[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Arabic}\p{scx=Hebrew}\p{scx=Inherited}]]\u0640]/gv;

/** Letters without an accent to take off, and what is written for them. */
const spelled: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  ł: "l",
  đ: "d",
  ø: "o",
  æ: "ae",
  œ: "oe",
};

/** By unit of UTF-16: whether it stays or changes, 0 where that was not asked yet; and what those become that change. */
const known = new Uint8Array(0x10000);
const stays = 1;
const changes = 2;
const plain: string[] = [];

/** A word of small letters as it is found: "müller" as "muller", "straße" as "strasse", "αθήνα" as "αθηνα". */
export function fold(word: string): string {
  let folded = "";
  let from = 0;
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit < 0x80 || (known[unit] || learn(unit)) === stays) continue;
    folded += word.slice(from, at) + plain[unit]!;
    from = at + 1;
  }
  return from === 0 ? word : folded + word.slice(from);
}

function learn(unit: number): number {
  const letter = String.fromCharCode(unit);
  plain[unit] = plainLetter(letter);
  return (known[unit] = plain[unit] === letter ? stays : changes);
}

function plainLetter(letter: string): string {
  const bare = letter.normalize("NFD").replace(accents, "").normalize("NFC");
  return spelled[bare] ?? bare;
}
