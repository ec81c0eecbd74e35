/** A line of a plot: its points from left to right, evenly spaced. */
export type Line = { name: string; colour: string; values: number[] };

const width = 720;
const height = 360;
const left = 56;
const right = 150;
const top = 16;
const bottom = 44;

/** Shares from 0 to 1 over retrievals, as an SVG that reads on light and dark pages. */
export function plot(lines: readonly Line[], retrievals: number): string {
  const x = (share: number) => left + share * (width - left - right);
  const y = (value: number) => height - bottom - value * (height - top - bottom);
  const text = (at: [number, number], what: string, more = "") =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${what}</text>`;
  const grid = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    `<line x1="${left}" x2="${width - right}" y1="${y(value)}" y2="${y(value)}" stroke="#8888" stroke-width="0.5"/>`,
    text([left - 8, y(value) + 4], value.toFixed(1), 'text-anchor="end"'),
  ]);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    text([x(share), height - bottom + 18], String(share * retrievals), 'text-anchor="middle"'),
  );
  const drawn = lines.flatMap(({ name, colour, values }) => {
    const points = values.map((value, at) => `${x((at + 0.5) / values.length).toFixed(1)},${y(value).toFixed(1)}`);
    const end: [number, number] = [width - right + 8, y(values.at(-1)!) + 4];
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(" ")}"/>`,
      text(end, name, `fill="${colour}"`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#888">`,
    ...grid,
    ...ticks,
    text([x(0.5), height - 8], "retrievals", 'text-anchor="middle"'),
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}
