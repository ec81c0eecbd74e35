import { expect } from "vitest";
import type { Scope } from "../../src/memory/scope.ts";
import { searchedAtMs, type Found, type Outcome, type Said, type Work } from "./protocol.ts";
import type { Point } from "./gate.ts";
import { Model, type Known } from "./model.ts";
import type { Processes } from "./processes.ts";
import type { Command, Script } from "./script.ts";

/** Work that is held at a gate. */
type Held = { work: Work; search?: { changes: number; expected: string[] } };

/** One script, played on an account of its own. */
export class Trial {
  readonly #processes: Processes;
  readonly #account: string;
  readonly #model = new Model();
  readonly #held: (Held | undefined)[] = [];
  readonly #erasures: { scope: Scope; id: string; words: string[] }[] = [];
  readonly #said = new Map<string, string[]>();

  constructor(processes: Processes, account: string) {
    this.#processes = processes;
    this.#account = account;
  }

  async play(script: Script): Promise<void> {
    for (const { command, ask } of script) {
      await this.#do(command);
      await this.#ask(ask.user, ask.text);
    }
    for (const at of this.#processes.numbers) await this.#resume(at);
    await this.#processes.outlast();
    expect(await this.#begin(0, { kind: "flush", account: this.#account })).toBe("done");
    await this.#verify();
    expect(await this.#begin(1, { kind: "purge", account: this.#account })).toBe("done");
    await this.#verify();
    for (const { scope, id } of this.#erasures) expect(await this.#processes.call(2, "erased", scope, id)).toBe(true);
  }

  async #do(command: Command): Promise<void> {
    switch (command.kind) {
      case "add":
        return this.#add(command);
      case "edit":
        return this.#edit(command);
      case "erase":
        return this.#erase(command);
      case "embed":
        await this.#processes.call(command.process, "embed");
        return this.#model.embedAll();
      case "search": {
        const { process, user, text, at } = command;
        await this.#begin(process, { kind: "search", scope: this.#scope(user), query: text }, at);
        return;
      }
      case "flush":
      case "purge":
      case "rebuild":
        await this.#begin(command.process, { kind: command.kind, account: this.#account }, command.at);
        return;
      case "resume":
        return this.#resume(this.#oneHeld(command.pick));
      case "kill": {
        const process = this.#oneHeld(command.pick);
        this.#held[process] = undefined;
        return this.#processes.kill(process);
      }
      case "outlast":
        return this.#processes.outlast();
      default:
        throw new Error(`no such command: ${String(command satisfies never)}`);
    }
  }

  async #add({ process, user, sessionId, texts, embed }: Extract<Command, { kind: "add" }>): Promise<void> {
    const said = texts.map((text): Said => {
      const content = `${text} ${this.#processes.newWord()}`;
      return { content, sessionId, createdAtMs: searchedAtMs - 3_600_000 * this.#model.memories.size };
    });
    const ids = await this.#processes.call(process, "add", this.#scope(user), said, embed);
    this.#model.add(user, said, ids, false);
    if (embed) this.#model.embedAll();
    ids.forEach((id, at) => this.#said.set(id, [wordOf(said[at]!.content)]));
  }

  async #edit({ process, pick, text, embed }: Extract<Command, { kind: "edit" }>): Promise<void> {
    const known = this.#pick(pick);
    if (!known) return;
    const content = `${text} ${this.#processes.newWord()}`;
    await this.#processes.call(process, "edit", this.#scope(known.user), known.id, content, embed);
    this.#model.edit(known.id, content, false);
    if (embed) this.#model.embedAll();
    this.#said.get(known.id)!.push(wordOf(content));
  }

  async #erase({ process, pick, session }: Extract<Command, { kind: "erase" }>): Promise<void> {
    const known = this.#pick(pick);
    if (!known) return;
    const { id, user, sessionId } = known;
    const target = session ? { kind: "session" as const, id: sessionId } : { kind: "message" as const, id };
    const gone = session
      ? [...this.#model.memories.values()].filter((other) => other.user === user && other.sessionId === sessionId)
      : [known];
    const erasure = await this.#processes.call(process, "erase", this.#scope(user), target);
    this.#model.erase(gone);
    const words = gone.flatMap((one) => this.#said.get(one.id)!);
    this.#erasures.push({ scope: this.#scope(user), id: erasure, words });
  }

  async #begin(process: number, work: Work, at?: Point): Promise<Outcome | "held"> {
    await this.#resume(process);
    const outcome = await this.#processes.call(process, "begin", work, at);
    if (work.kind === "search") {
      const { scope, query } = work;
      if (outcome !== "held")
        this.#model.check(outcome as Found[], scope, query); // a search answers with nothing else
      else {
        const expected = this.#model.expected(scope, query).map(({ id }) => id);
        this.#held[process] = { work, search: { changes: this.#model.changes, expected } };
      }
    } else if (outcome === "held") this.#held[process] = { work };
    return outcome;
  }

  async #resume(process: number): Promise<void> {
    const held = this.#held[process];
    if (!held) return;
    this.#held[process] = undefined;
    const outcome = await this.#processes.call(process, "end");
    if (held.work.kind !== "search") return;
    const found = outcome as Found[]; // as above
    const { scope, query } = held.work;
    const { changes, expected } = held.search!;
    if (changes === this.#model.changes) return this.#model.check(found, scope, query);
    this.#model.checkBetween(found, scope, { expected, changes });
  }

  /** Searches on every process. */
  async #ask(user: string, text: string): Promise<void> {
    const scope = this.#scope(user);
    const all = this.#processes.numbers.map((at) => this.#processes.call(at, "search", scope, text));
    for (const found of await Promise.all(all)) this.#model.check(found, scope, text);
  }

  /** Nothing that `cairn verify` finds; of what is erased, no byte in any file. */
  async #verify(): Promise<void> {
    expect(await this.#processes.call(2, "verify", this.#account)).toEqual([]);
    const words: string[] = [];
    for (const erasure of this.#erasures) {
      if (await this.#processes.call(2, "erased", erasure.scope, erasure.id)) words.push(...erasure.words);
    }
    expect(this.#processes.filesWith(this.#account, words)).toEqual([]);
    for (const user of ["system", "ann", "bob"]) await this.#ask(user, "tea boat stone");
  }

  /** A process whose work is held, or any if there is none. */
  #oneHeld(pick: number): number {
    const held = this.#processes.numbers.filter((at) => this.#held[at]);
    return held[pick % held.length] ?? pick % 3;
  }

  #pick(pick: number): Known | undefined {
    return [...this.#model.memories.values()].at(pick % Math.max(1, this.#model.memories.size));
  }

  #scope(user: string): Scope {
    return { account: this.#account, user };
  }
}

/** The last one is nobody else's. */
function wordOf(content: string): string {
  return content.slice(content.lastIndexOf(" ") + 1);
}
