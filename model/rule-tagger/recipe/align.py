"""Messages as words with labels: each rule's words are looked for in its message.

A lot is a text file: "> " and a message (a line break written \\n), below it a line per rule: its type and its text.
"""
import glob
import json
import os
import re

TYPES = ["MUST", "NEVER", "PREFER", "AVOID"]
LABELS = ["O"] + [f"{place}-{type}" for type in TYPES for place in "BIL"]  # as src/memory/directive/tagged/tagged-word.ts
WORD = re.compile(r"[^\W_]+(?:[’'][^\W\d_]+)*|\S")  # as src/reader/tagger.ts
STOP = set("a an the to of in on for and or my your our me i you it is be that this with at as when if".split())
LEADS = set("when if whenever for in on at after before while during once unless with without every as until by to from where around".split())
# What a rule begins with to say its type is no word of the message.
OPENINGS = {"never", "not", "no", "do", "stop", "prefer", "try", "avoid"}
IRREGULAR = {
    "written": "write", "wrote": "write", "made": "make", "kept": "keep", "done": "do", "does": "do", "did": "do",
    "gave": "give", "given": "give", "sent": "send", "said": "say", "told": "tell", "took": "take", "taken": "take",
    "went": "go", "gone": "go", "got": "get", "bought": "buy", "left": "leave", "ran": "run", "running": "run",
    "is": "be", "are": "be", "was": "be", "were": "be", "been": "be", "being": "be", "am": "be", "has": "have",
    "had": "have", "having": "have", "n't": "not", "sat": "sit", "sitting": "sit", "spoke": "speak",
    "spoken": "speak", "drove": "drive", "driven": "drive", "ate": "eat", "eaten": "eat", "began": "begin",
    "found": "find", "held": "hold", "built": "build", "paid": "pay", "met": "meet", "shown": "show",
    "drawn": "draw", "thrown": "throw", "hidden": "hide", "children": "child", "people": "person", "using": "use",
    "used": "use",
}


def words(text):
    return [(m.group(), m.start(), m.end()) for m in WORD.finditer(text)]


def stem(word):
    word = word.lower().replace("’", "'")
    if word in IRREGULAR:
        return IRREGULAR[word]
    word = word.removesuffix("'s")
    for suffix, instead in (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ing", ""), ("ed", ""), ("es", "e"), ("s", "")):
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            base = word[: len(word) - len(suffix)] + instead
            if suffix in ("ing", "ed") and len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lsz":
                base = base[:-1]
            return base.rstrip("e") if len(base) > 3 else base
    return word.rstrip("e") if len(word) > 3 else word


def common(one, other):
    """The best common subsequence: words that mean something count more, and so do neighbours. Its worth and its pairs."""
    n, m = len(one), len(other)
    table = [[0.0] * (m + 1) for _ in range(n + 1)]

    def pair(i, j):
        follows = i + 1 < n and j + 1 < m and one[i + 1] == other[j + 1]
        return table[i + 1][j + 1] + (0.5 if one[i] in STOP else 1.0) + (0.15 if follows else 0)

    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best = max(table[i + 1][j], table[i][j + 1])
            table[i][j] = max(best, pair(i, j)) if one[i] == other[j] else best
    i = j = 0
    pairs = []
    while i < n and j < m:
        if one[i] == other[j] and abs(table[i][j] - pair(i, j)) < 1e-9:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return table[0][0], pairs


def align(rule, message):
    """Which of the message's words a rule keeps, and which stand before them though the rule has them behind."""
    worth, pairs = common(rule, message)
    best = (worth, [j for _, j in pairs], [], len(pairs))
    if len(message) > 60:
        return best
    for at in range(1, len(rule)):
        if rule[at] not in LEADS:
            continue
        for cut in range(2, len(message)):
            before, lead = common(rule[at:], message[:cut])
            if before < 1.2:
                continue
            behind, body = common(rule[:at], message[cut:])
            if before + behind - 0.3 > best[0]:
                best = (before + behind - 0.3, [cut + j for _, j in body], [j for _, j in lead], len(lead) + len(body))
    return best


def label(item):
    """The words of a message, their labels, and of each rule the share of its words that were found; None without any."""
    found = words(item["text"])
    stems = [stem(word) for word, _, _ in found]
    labels = ["O"] * len(found)
    cover = []
    for type, rule in item["rules"]:
        own = [stem(word) for word, _, _ in words(rule)]
        while own and own[0] in OPENINGS:
            if own[0] in ("prefer", "try") and type != "PREFER":
                break
            if own.pop(0) == "try" and own and own[0] == "to":
                own.pop(0)
        own = [word for word in own if re.match(r"\w", word)]
        if not own:
            return None
        free = [s if re.match(r"\w", s) and labels[k] == "O" else "\0" for k, s in enumerate(stems)]
        _, body, lead, kept = align(own, free)
        near = lambda j: any(abs(j - other) <= 3 for other in body + lead if other != j)
        body = [j for j in body if stems[j] not in STOP or near(j)]
        lead = [j for j in lead if stems[j] not in STOP or near(j)]
        if not body:
            return None
        cover.append(kept / len(own))
        for k, j in enumerate(sorted(body)):
            labels[j] = ("B-" if k == 0 else "I-") + type
        for j in lead:
            labels[j] = "L-" + type
    return found, labels, cover


def lot(path):
    items = []
    for line in open(path, encoding="utf8"):
        line = line.rstrip("\n")
        if line.startswith("> "):
            items.append({"text": line[2:].replace("\\n", "\n"), "rules": []})
        elif line.split(" ", 1)[0] in TYPES:
            items[-1]["rules"].append(tuple(line.split(" ", 1)))
        elif line.strip():
            raise ValueError(f"{path}: neither a message nor a rule: {line}")
    return items


def lots(folder):
    """All messages, and of each whether it is held back: eight in a row of 96, none of lot 12, which counts three times."""
    for path in sorted(glob.glob(os.path.join(folder, "*.txt"))):
        last = path.endswith("12.txt")
        for at, item in enumerate(lot(path) * (3 if last else 1)):
            yield item, not last and at // 8 % 12 == 5


def fixture(path):
    with open(path, encoding="utf8") as file:
        items = json.load(file)
    return [{"text": i["text"], "rules": [(r["type"], r["rule"]) for r in i["rules"]]} for i in items if "text" in i]
