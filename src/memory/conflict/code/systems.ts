import { filePhrase, placeName, where } from "./phrases.ts";
import { hasFlag, valueOf, type Command } from "./shell.ts";

/* Containers, clusters and clouds. */

const looking =
  /^(?:get|list|ls|ps|describe|show|logs?|top|inspect|images?|explain|history|info|status|events|stats|diff|version|search)(?:-|$)/;

/** A verb as it is said: what only looks shows. */
const spoken = (verb: string): string => {
  if (looking.test(verb)) return "show";
  if (/^(?:rm|rmi|rb|down|prune|uninstall|destroy|purge|delete)(?:-|$)/.test(verb)) return "delete";
  return verb.replaceAll("-", " ");
};

export function docker(command: Command): string | undefined {
  const [verb = "", ...rest] = command.words;
  const [noun, act = "", ...names] = command.words;
  if (verb === "compose") return compose({ ...command, words: rest });
  if (["volume", "image", "container", "network", "system", "builder"].includes(verb) && act !== "") {
    const things =
      noun === "system" ? "containers, images and volumes of docker" : `${noun} ${names.join(" ")} of docker`;
    return act === "prune" ? `delete all unused ${noun} ${things}` : `${spoken(act)} the ${things}`;
  }
  if (verb === "push") return `push and publish the image ${rest.join(" ")}`;
  if (verb === "rm" || verb === "rmi") return `delete the ${verb === "rm" ? "container" : "image"} ${rest.join(" ")}`;
  if (verb === "run") return run(command, rest);
  if (verb === "build") return "build the image";
  if (["stop", "start", "restart", "kill", "pull", "exec"].includes(verb))
    return `${verb} the container ${rest.join(" ")}`;
  return looking.test(verb) ? `show the containers ${rest.join(" ")}` : undefined;
}

/** The image is the first word; what stands behind it is run in it. */
function run(command: Command, [image = ""]: readonly string[]): string {
  const user = valueOf(command, "--user", "-u");
  const port = valueOf(command, "-p", "--publish")?.split(":").at(-2);
  return [
    `use docker run to run the container ${image}${user === undefined ? "" : ` as ${user}`}`,
    ...(hasFlag(command, "--privileged") ? ["privileged"] : []),
    ...(port === undefined ? [] : [`expose the port ${port} of ${image}`]),
  ].join(", ");
}

export function compose(command: Command): string {
  const [verb = "", ...names] = command.words;
  const of = `the containers ${names.join(" ")}`;
  if (verb === "down")
    return `use docker compose to stop ${of}${hasFlag(command, "-v", "--volumes") ? ", delete the volumes of docker" : ""}`;
  return `use docker compose to ${verb === "up" ? "start" : spoken(verb)} ${of}`;
}

export function kubernetes(command: Command): string {
  const [verb = "", ...rest] = command.words;
  const space = valueOf(command, "-n", "--namespace");
  const cluster = valueOf(command, "--context", "--cluster");
  const at =
    `${space === undefined ? "" : ` in the namespace ${space}`}${cluster === undefined ? "" : ` in the cluster ${cluster}`}` ||
    where(command.raw);
  const names = rest.join(" ").replaceAll("/", " ");
  if (verb === "scale") return `scale ${names} to ${valueOf(command, "--replicas") ?? ""} replicas${at}`;
  if (verb === "apply" || verb === "create") return `deploy ${valueOf(command, "-f", "--filename") ?? names}${at}`;
  if (verb === "rollout" && rest[0] === "restart")
    return `restart ${rest.slice(1).join(" ").replaceAll("/", " ")}${at}`;
  if (verb === "rollout" && rest[0] === "undo") return `roll back ${rest.slice(1).join(" ").replaceAll("/", " ")}${at}`;
  if (verb === "exec") return placeName(`go into ${names}${at}`);
  if (verb === "drain" || verb === "cordon") return `drain ${names}${at}`;
  return `${rest[0] === "status" ? "show" : spoken(verb)} ${names}${at}`;
}

export function helm(command: Command): string {
  const [verb = "", ...names] = command.words;
  const space = valueOf(command, "-n", "--namespace");
  const at = space === undefined ? where(command.raw) : ` in the namespace ${space}`;
  if (looking.test(verb) || verb === "template" || verb === "lint")
    return `show the deployment ${names.join(" ")}${at}`;
  if (verb === "rollback") return `roll back the deployment ${names.join(" ")}${at}`;
  return `${spoken(verb) === "delete" ? "delete the deployment" : "deploy"} ${names.join(" ")}${at}`;
}

export function terraform(command: Command): string | undefined {
  const [verb = "", ...names] = command.words;
  const of = `the infrastructure ${names.join(" ")}${where(command.raw)}`;
  const unasked = hasFlag(command, "-auto-approve", "--auto-approve") ? ", without asking for approval" : "";
  if (verb === "destroy" || hasFlag(command, "-destroy")) return `use terraform to destroy ${of}${unasked}`;
  if (verb === "apply") return `use terraform to apply and deploy the change of ${of}${unasked}`;
  if (verb === "plan" || verb === "show" || verb === "output") return `show the plan of ${of}`;
  if (verb === "fmt") return "format the terraform code";
  return verb === "validate" ? `check ${of}` : undefined;
}

/** "aws ec2 terminate-instances", "aws s3 rm", "gcloud compute instances delete": of a service, a verb and things. */
export function cloud(command: Command): string | undefined {
  const { program, words } = command;
  if (words.length < 2) return undefined;
  const [service = "", act = ""] = words;
  const isNounFirst = program !== "aws";
  const at = isNounFirst ? words.findIndex((word) => clouded.test(word)) : 1;
  if (at < 1) return undefined;
  const [verb = "", ...things] = isNounFirst ? [words[at]!, ...words.slice(1, at)] : act.split("-");
  const named = [
    ...words.slice(at + 1),
    ...[...command.values].filter(([flag]) => flag.startsWith("--")).map(valueSaid),
  ];
  if (service === "s3" && things.length === 0) return storage(verb, words.slice(2), command);
  if (act.startsWith("authorize-security-group-ingress")) {
    const from = valueOf(command, "--cidr") ?? "";
    return `open port ${valueOf(command, "--port") ?? ""} ${from.startsWith("0.0.0.0") ? "to the internet and the world" : `to the network ${from}`}`;
  }
  const open = /public|0\.0\.0\.0/.test(command.raw) ? `make the ${things.join(" ")} ${named.join(" ")} public. ` : "";
  return `${open}${spoken(verb)} the ${things.join(" ")} of ${service} ${named.join(" ")}${where(command.raw)}`;
}

const clouded =
  /^(?:create|delete|update|describe|list|start|stop|restart|deploy|reset|set|get|show|purge|ssh|add|remove|resize)(?:-|$)/;
const valueSaid = ([flag, value]: [string, string]): string => `${flag.slice(2).replaceAll("-", " ")} ${value}`;

function storage(verb: string, names: readonly string[], command: Command): string {
  const [from = "", to = ""] = names.map((name) => name.replace(/^s3:\/\//, "the bucket "));
  if (verb === "rm" || verb === "rb") return `delete the data of ${from}${where(command.raw)}`;
  if (verb === "cp" || verb === "sync" || verb === "mv")
    return `${verb === "mv" ? "move" : "copy"} ${from.startsWith("the ") ? from : filePhrase(from)} to ${to}${where(command.raw)}${
      hasFlag(command, "--delete") ? `, delete data of ${to}` : ""
    }`;
  return `${verb === "mb" ? "create" : "show"} ${from}${where(command.raw)}`;
}
