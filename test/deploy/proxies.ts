import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/server.ts";

const settings = resolve(import.meta.dirname, "../../deploy");
const startMs = 20_000;

export const programs = ["nginx", "caddy", "haproxy"] as const;
type Program = (typeof programs)[number];

export const isHere = (program: string) => spawnSync("which", [program]).status === 0;

/** A proxy that runs with the settings in deploy/, but for what differs here: ports, the name, the certificate. */
export class Proxy {
  readonly url: string;
  readonly certificate: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(child: ChildProcess, folder: string, port: number, certificate: string) {
    this.#child = child;
    this.#folder = folder;
    this.url = `https://localhost:${port}`;
    this.certificate = certificate;
  }

  static async start(program: Program, upstreamPort: number): Promise<Proxy> {
    const folder = mkdtempSync(join(tmpdir(), "cairn-proxy-"));
    const port = await freePort();
    const [cert, key] = makeCertificate(folder);
    const child = starts[program]({ folder, port, upstreamPort, cert, key });
    const proxy = new Proxy(child, folder, port, readFileSync(cert, "utf8"));
    await listening(child, port).catch(async (error: unknown) => {
      await proxy[Symbol.asyncDispose]();
      throw error;
    });
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode === null) {
      const exited = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await exited;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

type Place = { folder: string; port: number; upstreamPort: number; cert: string; key: string };

function startNginx({ folder, port, upstreamPort, cert, key }: Place): ChildProcess {
  const site = adapt("nginx.conf", {
    "listen 443 ssl http2": `listen 127.0.0.1:${port} ssl http2`,
    "server 127.0.0.1:7070": `server 127.0.0.1:${upstreamPort}`,
    "/etc/ssl/cairn.example.pem": cert,
    "/etc/ssl/cairn.example.key": key,
  });
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${folders.join(" ")} ${site} }`;
  writeFileSync(join(folder, "nginx.conf"), main);
  return spawn("nginx", ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
}

function startCaddy({ folder, port, upstreamPort, cert, key }: Place): ChildProcess {
  const site = adapt("Caddyfile", {
    "cairn.example {": `https://localhost:${port}, https://cairn.example:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
    "127.0.0.1:7070": `127.0.0.1:${upstreamPort}`,
  });
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  return spawn("caddy", args, { stdio: "ignore", env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder } });
}

function startHaproxy({ folder, port, upstreamPort, cert, key }: Place): ChildProcess {
  const both = join(folder, "both.pem");
  writeFileSync(both, readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  const site = adapt("haproxy.cfg", {
    "bind :443": `bind 127.0.0.1:${port}`,
    "127.0.0.1:7070": `127.0.0.1:${upstreamPort}`,
    "/etc/ssl/cairn.example.pem": both,
  });
  writeFileSync(join(folder, "haproxy.cfg"), site);
  return spawn("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });
}

const starts: Record<Program, (place: Place) => ChildProcess> = {
  nginx: startNginx,
  caddy: startCaddy,
  haproxy: startHaproxy,
};

/** Each replacement must be there to be made. */
function adapt(file: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}"`);
      return text.replaceAll(from, () => to);
    },
    readFileSync(join(settings, file), "utf8"),
  );
}

function makeCertificate(folder: string): [string, string] {
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const names = "subjectAltName=DNS:localhost,DNS:cairn.example";
  const subject = ["-subj", "/CN=localhost", "-addext", names];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const args = ["req", "-x509", ...curve, "-nodes", "-days", "2", "-keyout", key, "-out", cert, ...subject];
  execFileSync("openssl", args, { stdio: "ignore" });
  return [cert, key];
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (const deadline = Date.now() + startMs; ; await sleep(100)) {
    const socket = connect(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the proxy does not listen on ${port}`);
  }
}
