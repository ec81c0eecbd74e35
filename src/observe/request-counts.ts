/** Upper bounds of a histogram's buckets. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const requests = "cairn_requests_total";
const duration = "cairn_request_duration_seconds";

type Route = {
  /** By method and code, as labels. */
  answers: Map<string, number>;
  /** As many as there are bounds, and one for what is beyond them. */
  buckets: number[];
  seconds: number;
};

/**
 * Every request, by route, method and code, with how long it took. Counted here, since prom-client makes and hashes
 * labels anew at every request, which was 3 % of what a small one costs. Labels need no escape: routes are templates and
 * paths of ours.
 */
export class RequestCounts {
  readonly #routes = new Map<string, Route>();

  add(route: string, method: string, code: string, seconds: number): void {
    let own = this.#routes.get(route);
    if (own === undefined) this.#routes.set(route, (own = emptyRoute()));
    const answer = `method="${method}",code="${code}"`;
    own.answers.set(answer, (own.answers.get(answer) ?? 0) + 1);
    own.seconds += seconds;
    let at = 0;
    while (at < bounds.length && seconds > bounds[at]!) at++;
    own.buckets[at]!++;
  }

  /** In the text format of Prometheus. */
  expose(): string {
    return [
      `# HELP ${requests} Requests answered, by route, HTTP method and code.`,
      `# TYPE ${requests} counter`,
      ...[...this.#routes].flatMap(answerLines),
      "",
      `# HELP ${duration} Time from the request's head to the end of its answer.`,
      `# TYPE ${duration} histogram`,
      ...[...this.#routes].flatMap(durationLines),
      "",
    ].join("\n");
  }
}

function emptyRoute(): Route {
  return { answers: new Map(), buckets: Array<number>(bounds.length + 1).fill(0), seconds: 0 };
}

function answerLines([route, { answers }]: [string, Route]): string[] {
  return Array.from(answers, ([answer, count]) => `${requests}{route="${route}",${answer}} ${count}`);
}

function durationLines([route, { buckets, seconds }]: [string, Route]): string[] {
  let count = 0;
  const lines = buckets.map((more, at) => {
    count += more;
    return `${duration}_bucket{le="${bounds[at] ?? "+Inf"}",route="${route}"} ${count}`;
  });
  return [...lines, `${duration}_sum{route="${route}"} ${seconds}`, `${duration}_count{route="${route}"} ${count}`];
}
