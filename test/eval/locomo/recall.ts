export const cuts = [5, 10, 20] as const;

/** Shares of the gold turns among the first results, summed up over questions. */
export class Recall {
  #questions = 0;
  readonly #sums = cuts.map(() => 0);

  add(gold: readonly string[], found: readonly string[]): void {
    this.#questions++;
    cuts.forEach((cut, at) => {
      const first = new Set(found.slice(0, cut));
      this.#sums[at]! += gold.filter((id) => first.has(id)).length / gold.length;
    });
  }

  row(name: string): string {
    const shares = this.#sums.map((sum) => (sum / this.#questions).toFixed(3).replace("0.", "."));
    return `| ${name} | ${this.#questions} | ${shares.join(" | ")} |`;
  }
}

export const header = `| | Questions | ${cuts.map((cut) => `R@${cut}`).join(" | ")} |\n|---|---|---|---|---|`;
