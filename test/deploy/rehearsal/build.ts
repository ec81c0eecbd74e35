import { chownSync, cpSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { once } from "node:events";
import { basename, isAbsolute, join } from "node:path";
import { assignmentsOf, commandOf, type Instruction, type Stage } from "./dockerfile.ts";
import { nodeAt, Room, type Mount } from "./room.ts";

/** What an image is: its files, and how it is run. */
export type Image = {
  room: Room;
  folder: string;
  env: Record<string, string>;
  user: { uid: number; gid: number };
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
  volumes: string[];
};

export type Builder = {
  /** A folder with what the Dockerfile's COPY may take. */
  context: string;
  /** A folder for the stages' files. */
  stages: string;
  args: Record<string, string>;
  /** Node, npm and its settings; a cache's own place is found by its target. */
  mounts: Mount[];
  caches: Record<string, string>;
  /** For RUN alone. */
  env: Record<string, string>;
};

/** Performs each step of each stage, in order; answers the last stage. Errors: a step that fails, or that is not known. */
export async function build(stages: Stage[], builder: Builder): Promise<Image> {
  const built = new Map<string, Image>();
  let image: Image | undefined;
  for (const [index, stage] of stages.entries()) {
    image = emptyImage(new Room(makeFolder(join(builder.stages, stage.name ?? String(index)))));
    for (const step of stage.steps) {
      console.log(`[${stage.name ?? index}] ${step.name} ${step.text}`);
      await perform(step, image, builder, built);
    }
    built.set(stage.name ?? String(index), image);
  }
  if (image === undefined) throw new Error("the Dockerfile has no stage");
  return image;
}

function emptyImage(room: Room): Image {
  const PATH = `${nodeAt}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  const root = { uid: 0, gid: 0 };
  return { room, folder: "/", env: { PATH }, user: root, entrypoint: [], command: [], healthcheck: [], volumes: [] };
}

async function perform({ name, flags, text }: Instruction, image: Image, builder: Builder, built: Map<string, Image>) {
  switch (name) {
    case "WORKDIR":
      image.folder = text;
      makeFolder(join(image.room.root, text));
      return;
    case "COPY":
      copy(text.split(/\s+/), flags, image, builder, built);
      return;
    case "RUN":
      await runStep(text, flags, image, builder);
      return;
    case "ARG":
      image.env[text] = builder.args[text] ?? "";
      return;
    case "ENV":
      Object.assign(image.env, assignmentsOf(text));
      return;
    case "USER":
      image.user = ownerOf(text);
      return;
    case "VOLUME":
      image.volumes.push(text);
      return;
    case "HEALTHCHECK":
      image.healthcheck = commandOf(text.replace(/^CMD\s+/, ""));
      return;
    case "ENTRYPOINT":
      image.entrypoint = commandOf(text);
      return;
    case "CMD":
      image.command = commandOf(text);
      return;
    case "LABEL":
    case "EXPOSE":
      return;
    default:
      throw new Error(`${name} is not rehearsed`);
  }
}

function copy(
  paths: string[],
  flags: Record<string, string>,
  image: Image,
  builder: Builder,
  built: Map<string, Image>,
) {
  const source = flags["from"] === undefined ? builder.context : built.get(flags["from"])?.room.root;
  if (source === undefined) throw new Error(`COPY is from ${flags["from"]}, which is no stage before`);
  const target = paths.at(-1)!;
  const place = join(image.room.root, isAbsolute(target) ? "" : image.folder, target);
  for (const path of paths.slice(0, -1)) {
    const from = join(source, path);
    const into = statSync(from).isDirectory() || !/[./]$/.test(target) ? place : join(place, basename(path));
    // Docker gives what it copies to root, whoever owned it.
    cpSync(from, into, { recursive: true, verbatimSymlinks: true });
    give(into, ownerOf(flags["chown"] ?? "0:0"));
  }
}

function give(path: string, owner: { uid: number; gid: number }): void {
  chownSync(path, owner.uid, owner.gid);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) give(join(path, entry.name), owner);
  }
}

async function runStep(text: string, flags: Record<string, string>, { room, folder, env }: Image, builder: Builder) {
  const target = /type=cache,target=([^,]+)/.exec(flags["mount"] ?? "")?.[1];
  const cache = target === undefined ? [] : [{ from: builder.caches[target]!, to: target, writable: true }];
  const child = room.spawn(
    {
      command: commandOf(text),
      folder,
      env: { HOME: "/root", ...builder.env, ...env },
      mounts: [...builder.mounts, ...cache],
    },
    { stdio: "inherit" },
  );
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`RUN ended with ${code}: ${text}`);
}

function ownerOf(text: string): { uid: number; gid: number } {
  const [uid = 0, gid = uid] = text.split(":").map(Number);
  return { uid, gid };
}

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}
