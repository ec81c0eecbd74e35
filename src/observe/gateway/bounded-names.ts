/** Labels that a metric may have: the first names that come; others are `other`, since callers choose them. */
export class BoundedNames {
  readonly #known: Set<string>;
  readonly #max: number;

  constructor(known: Iterable<string>, more: number) {
    this.#known = new Set(known);
    this.#max = this.#known.size + more;
  }

  of(name: string): string {
    if (this.#known.has(name)) return name;
    if (this.#known.size >= this.#max) return "other";
    this.#known.add(name);
    return name;
  }
}
