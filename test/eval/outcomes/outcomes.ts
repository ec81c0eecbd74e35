import { writeFileSync } from "node:fs";
import { Rest } from "../../support/rest.ts";
import { startServer } from "../../support/server.ts";
import { embedded } from "../embedded.ts";
import { plot, type Line } from "./plot.ts";
import { mean, simulate, type Reporting } from "./simulate.ts";

const retrievals = 2_000;
const windowSize = 100;
const seeds = [1, 2, 3];
const colours: Record<Reporting, string> = { named: "#2a9d5c", "by rank": "#3a7bd5", none: "#999999" };

/** Does what is reported make search better? On a server of its own; with a path, the curves are drawn there. */
export async function evaluateOutcomes(path: string | undefined): Promise<void> {
  const server = await startServer();
  try {
    const rest = new Rest(server);
    const lines: Line[] = [];
    console.log("reported | seed | start | end | factor | third/first | tenth/first");
    console.log("--- | --- | --- | --- | --- | --- | ---");
    for (const reporting of ["none", "by rank", "named"] as const) {
      const curves: number[][] = [];
      for (const seed of seeds) {
        const user = `${reporting} ${seed}`;
        const done = await simulate(rest, user, { retrievals, seed, reporting }, () => embedded(rest));
        const curve = Array.from({ length: retrievals / windowSize }, (_, at) =>
          mean(done.shares.slice(at * windowSize, (at + 1) * windowSize)),
        );
        curves.push(curve);
        const end = mean(done.shares.slice(-2 * windowSize));
        const numbers = [done.start, end, end / done.start, done.nearness.third, done.nearness.last];
        console.log([reporting, seed, ...numbers.map((number) => number.toFixed(3))].join(" | "));
      }
      const values = curves[0]!.map((_, at) => mean(curves.map((curve) => curve[at]!)));
      lines.push({ name: reporting, colour: colours[reporting], values });
    }
    if (path !== undefined) writeFileSync(path, plot(lines, retrievals));
  } finally {
    await server.remove();
  }
}
