import { describe, expect, it } from "vitest";
import { cosineAt, cosines } from "../../src/memory/search/resident/half.ts";

/** Not random, and nothing is like anything else. */
function numbers(length: number, seed: number): number[] {
  const all = Array.from({ length }, (_, at) => Math.sin((at + 1) * seed));
  const norm = Math.hypot(...all);
  return all.map((value) => value / norm);
}

const halvesOf = (values: number[]) => new Uint16Array(new Float16Array(values).buffer);

function plainly(query: Float32Array, halves: Uint16Array, start: number): number {
  const values = new Float16Array(halves.slice(start, start + query.length).buffer);
  const product = query.reduce((sum, value, at) => sum + value * values[at]!, 0);
  return Math.max(-1, Math.min(1, product));
}

describe("a cosine with a vector in half precision", () => {
  it.each([1, 2, 3, 4, 5, 7, 8, 383, 384, 1_536, 20_001])("is that of all %i dimensions", (dimensions) => {
    const query = new Float32Array(numbers(dimensions, 1.1));
    const halves = halvesOf([...numbers(dimensions, 2.3), ...numbers(dimensions, 3.7), ...numbers(dimensions, 1.1)]);
    for (const at of [0, 1, 2]) {
      expect(cosineAt(query, halves, at * dimensions)).toBeCloseTo(plainly(query, halves, at * dimensions), 6);
    }
    expect(cosineAt(query, halves, 2 * dimensions)).toBeCloseTo(1, 2);
  });

  it("knows every half that is a number", () => {
    const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits).filter((bits) => (bits & 0x7c00) !== 0x7c00);
    const unit = new Float32Array([1]);
    const value = (bits: number) => new Float16Array(Uint16Array.of(bits).buffer)[0]!;
    const wrong = [...all].filter((bits, at) => {
      return cosineAt(unit, all, at) !== Math.max(-1, Math.min(1, value(bits))) + 0;
    });
    expect(wrong).toEqual([]);
  });

  it("is the same to the last bit among many, whatever was asked between", () => {
    const dimensions = 127;
    const query = new Float32Array(numbers(dimensions, 0.7));
    const other = new Float32Array(numbers(dimensions + 1, 0.9));
    const count = 1_000;
    const halves = halvesOf(Array.from({ length: count }, (_, at) => numbers(dimensions, at + 0.5)).flat());
    const all = cosines(query, halves, count);
    expect(all.length).toBe(count);
    for (let at = 0; at < count; at++) {
      if (at % 100 === 0) cosineAt(other, halves, at);
      expect(cosineAt(query, halves, at * dimensions)).toBe(all[at]);
    }
  });

  it("is none where there is no vector", () => {
    expect(cosines(new Float32Array([1]), new Uint16Array(0), 0)).toEqual(new Float32Array(0));
  });
});
