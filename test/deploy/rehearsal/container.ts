import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { execFileSync, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Image } from "./build.ts";
import type { Mount } from "./room.ts";

/** An image that runs as `docker run --read-only --cap-drop ALL` would: only its volumes can be written. */
export class Container {
  readonly #image: Image;
  readonly #mounts: Mount[];
  readonly #env: Record<string, string>;
  readonly #server: ChildProcess;
  readonly #exited: Promise<number | null>;
  #printed = "";

  /** `volumes` is where they lie on this machine; new ones get what the image has there, with its owner. */
  constructor(image: Image, volumes: string, tools: Mount[], env: Record<string, string>) {
    this.#image = image;
    this.#env = { ...image.env, ...env };
    this.#mounts = [...tools, ...image.volumes.map((volume) => makeVolume(image, volume, volumes))];
    this.#server = this.#start([...image.entrypoint, ...image.command]);
    this.#exited = once(this.#server, "exit").then(([code]) => code as number | null);
  }

  /** Its volumes stay. */
  get printed(): string {
    return this.#printed;
  }

  volume(path: string): string {
    return this.#mounts.find(({ to }) => to === path)!.from;
  }

  /** What /proc tells of the server's process: `status("CapEff")`. */
  status(name: string): string {
    const text = readFileSync(`/proc/${this.#server.pid}/status`, "utf8");
    return new RegExp(`^${name}:\\s*(.*)$`, "m").exec(text)?.[1] ?? "";
  }

  /** As `docker exec`: the exit code. */
  async exec(command: string[]): Promise<number | null> {
    const [code] = (await once(this.#start(command), "exit")) as [number | null];
    return code;
  }

  healthcheck(): Promise<number | null> {
    return this.exec(this.#image.healthcheck);
  }

  /** Rejects after `timeoutMs`, or when the server ends before. */
  async healthy(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while ((await this.healthcheck()) !== 0) {
      if (this.#server.exitCode !== null) throw new Error(`the server ended:\n${this.#printed}`);
      if (Date.now() > deadline) throw new Error(`not healthy within ${timeoutMs} ms:\n${this.#printed}`);
      await sleep(500);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#server.kill(name);
  }

  exited(): Promise<number | null> {
    return this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.kill("SIGKILL");
    await this.#exited;
  }

  #start(command: string[]): ChildProcess {
    const { room, folder, user } = this.#image;
    const child = room.spawn(
      { command, folder, env: this.#env, mounts: this.#mounts, user },
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream!.on("data", (chunk: Buffer) => (this.#printed += chunk.toString()));
    }
    return child;
  }
}

function makeVolume({ room }: Image, volume: string, volumes: string): Mount {
  const from = join(volumes, volume);
  if (!existsSync(from)) {
    mkdirSync(volumes, { recursive: true });
    execFileSync("cp", ["--archive", join(room.root, volume), from]);
  }
  return { from, to: volume, writable: true };
}
