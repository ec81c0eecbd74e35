/** Sees when a JSON object or array that comes in pieces is complete, without parsing it. */
export class JsonEnd {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #state: "before" | "inside" | "complete" | "beyond" = "before";

  /** Whether all pieces together are one object or array, with nothing but white space after it. */
  get complete(): boolean {
    return this.#state === "complete";
  }

  add(piece: string): void {
    for (const character of piece) {
      if (this.#inString) this.#addToString(character);
      else this.#addOutside(character);
    }
  }

  #addToString(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }

  #addOutside(character: string): void {
    if (character === " " || character === "\n" || character === "\r" || character === "\t") return;
    if (this.#state === "complete") this.#state = "beyond";
    if (character === '"') this.#inString = true;
    else if (character === "{" || character === "[") {
      this.#depth++;
      if (this.#state === "before") this.#state = "inside";
    } else if (character === "}" || character === "]") {
      this.#depth--;
      if (this.#depth === 0 && this.#state === "inside") this.#state = "complete";
    }
  }
}
