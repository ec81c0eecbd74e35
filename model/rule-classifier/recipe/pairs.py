"""The pairs that the model is trained on: a few rules, an action, and what the action is to them (S, W or C)."""
import glob
import json
import os
import re

FIXTURE = os.path.join(os.path.dirname(__file__), "../../../test/fixture/conflicts")
# One group of so many in these lots is held back, for `npm run eval -- conflicts --half held`.
HELD = {lot: 10 for lot in range(16, 21)} | {lot: 20 for lot in range(21, 26)} | {lot: 25 for lot in range(26, 32)}
KINDS = {"MUST": "must", "NEVER": "never", "PREFER": "prefer", "AVOID": "avoid", "PITFALL": "pitfall"}


def pitfalls(solution, anti_patterns, conditions):
    when = f" (when: {'; '.join(conditions)})" if conditions else ""
    instead = f" (instead: {solution})" if solution else ""
    return [("PITFALL", f"{anti}{when}{instead}") for anti in anti_patterns]


def rules_in(line):
    rules = []
    for each in line.split(" | "):
        kind, text = each.split(" ", 1)
        if kind == "PATTERN":
            solution, anti, conditions, *_ = [*text.split(" // "), "", ""]
            listed = [[part for part in of.split("; ") if part] for of in (anti, conditions)]
            rules += pitfalls(solution, *listed)
        else:
            rules.append((kind, text))
    return rules


def groups_of(path):
    groups = []
    with open(path, encoding="utf8") as lines:
        for line in lines.read().splitlines():
            if line.startswith("# "):
                groups.append((rules_in(line[2:]), []))
            elif line:
                groups[-1][1].append((line[0], line[2:]))
    return groups


def tune():
    with open(f"{FIXTURE}/tune.json", encoding="utf8") as file:
        for item in json.load(file):
            rules = [(rule["type"], rule["rule"]) for rule in item["rules"]]
            for pattern in item.get("patterns", []):
                rules += pitfalls(pattern["solution"], pattern["anti_patterns"], pattern["conditions"])
            yield rules, item["action"], item["expected"][0]


def plain(text):
    return re.sub("[^a-z0-9]+", " ", text.lower())


def said_in_check():
    """Rules and actions that stand in `check`, too: some forty of the lots' short ones, which are not trained on."""
    with open(f"{FIXTURE}/check.json", encoding="utf8") as file:
        return {plain(text) for item in json.load(file) for text in [item["action"], *(rule["rule"] for rule in item["rules"])]}


def practice():
    """What is trained on, and what is held back. Lot 8 is neither, as `check` is neither."""
    trained, held, known = [], [], said_in_check()
    for path in sorted(glob.glob(f"{FIXTURE}/practice*.txt")):
        number = int((re.findall(r"-(\d+)\.", path) or ["0"])[0])
        for at, (rules, actions) in enumerate(groups_of(path)):
            every = HELD.get(number)
            part = held if every and at % every == 7 else trained
            for status, action in actions:
                is_known = part is trained and any(plain(text) in known for text in [action, *(text for _, text in rules)])
                if number != 8 and not is_known:
                    part.append((rules, action, "C" if status == "P" else status))
    return trained, held
