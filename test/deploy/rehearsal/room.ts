import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A path of this machine that a room sees at a path of its own. */
export type Mount = { from: string; to: string; writable: boolean };

export type RoomCommand = {
  command: string[];
  folder: string;
  env: Record<string, string>;
  mounts: Mount[];
  /** Whom it runs as, without any capability, its files not to be written; default: root, in a room that can be. */
  user?: { uid: number; gid: number };
};

/** Where a room has the Node and the npm that rehearse. */
export const nodeAt = "/opt/node";

/** What a base image brings is this machine's: seen, and not to be written. */
const ofSystem = ["usr", "bin", "sbin", "lib", "lib64", "etc"];
const shared = ["proc", "dev"];

/**
 * A folder as the root of a file system, in a mount namespace of its own: as near to a container as a machine without an
 * engine gets. Its processes share the network and the process ids of the machine. Linux, as root.
 */
export class Room {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    for (const name of ["tmp", "root", ...shared]) mkdirSync(join(root, name), { recursive: true });
    mkdirSync(join(root, nodeAt), { recursive: true });
    for (const name of ofSystem) {
      if (!existsSync(`/${name}`)) continue;
      if (lstatSync(`/${name}`).isSymbolicLink()) symlinkSync(readlinkSync(`/${name}`), join(root, name));
      else mkdirSync(join(root, name));
    }
  }

  /** The process is the command's own: its signals and its end are the command's. */
  spawn({ command, folder, env, mounts, user }: RoomCommand, options: SpawnOptions): ChildProcess {
    for (const { from, to } of mounts) this.#makePlace(from, to);
    const lines = [
      `mount --bind "$ROOM" "$ROOM"`,
      ...(user === undefined ? [] : [`mount -o remount,bind,ro "$ROOM"`]),
      ...ofSystem.filter((name) => isFolder(join(this.root, name))).map((name) => bind(`/${name}`, `/${name}`, false)),
      ...shared.map((name) => `mount --rbind /${name} "$ROOM/${name}"`),
      ...mounts.map(({ from, to, writable }) => bind(from, to, writable)),
      `exec chroot "$ROOM" ${user === undefined ? "" : without(user)} env -i -C "$AT" "$@"`,
    ];
    const script = lines.join(" && ");
    const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, "sh", ...pairs, ...command], {
      ...options,
      env: { PATH: process.env["PATH"], ROOM: this.root, AT: folder },
    });
  }

  #makePlace(from: string, to: string): void {
    const place = join(this.root, to);
    if (existsSync(place)) return;
    mkdirSync(isFolder(from) ? place : dirname(place), { recursive: true });
    if (!isFolder(from)) writeFileSync(place, "");
  }
}

const isFolder = (path: string) => existsSync(path) && lstatSync(path).isDirectory();

function bind(from: string, to: string, writable: boolean): string {
  const place = `"$ROOM${to}"`;
  return `mount --bind '${from}' ${place}${writable ? "" : ` && mount -o remount,bind,ro ${place}`}`;
}

/** As Docker's `--cap-drop ALL --security-opt no-new-privileges`. */
function without({ uid, gid }: { uid: number; gid: number }): string {
  return `setpriv --reuid=${uid} --regid=${gid} --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs`;
}
