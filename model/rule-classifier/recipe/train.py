"""Trains the classifier. env: MINILM = the folder of the fp32 weights, OUT = a file; PASSES, RATE, SEED, TUNE=1 to learn `tune` too, and to go
on INIT = such a file. Prints how many of the held-back cases are right.

All layers of all-MiniLM-L6-v2 but its embeddings, and one linear layer over the first token and the mean. It reads one rule
and the action; a case's status is a noisy-or over its rules. README.md says which passes made the model here.
"""
import os
import random

import torch
import torch.nn as nn
from pairs import KINDS, practice, tune
from transformers import BertModel, BertTokenizerFast

BATCH, TOKENS, STATUSES = 32, 128, "SWC"
STRICT = {"MUST", "NEVER"}
# So many strange rules an action, each a case of its own: nearly always they do not bear on it. The half of them are of like words.
STRANGE, LIKE, NEAR = 0.5, 8, 200


class Classifier(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.enc = encoder
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(384 * 2, 3)

    def forward(self, **tokens):
        hidden = self.enc(**tokens).last_hidden_state
        mask = tokens["attention_mask"].unsqueeze(-1).float()
        mean = (hidden * mask).sum(1) / mask.sum(1)
        return self.head(self.drop(torch.cat([hidden[:, 0], mean], -1)))


def chances(model, tokenizer, cases):
    """Of each case: that it is SAFE, a WARNING, a CONFLICT."""
    pairs = [(at, f"{KINDS[kind]}: {text}", action, kind in STRICT) for at, (rules, action, _) in enumerate(cases) for kind, text in rules]
    owners, premises, actions, strict = zip(*pairs)
    tokens = tokenizer(list(premises), list(actions), padding=True, truncation=True, max_length=TOKENS, return_tensors="pt")
    keeps, _, breaks = model(**tokens).softmax(-1).unbind(-1)
    owner, breaks = torch.tensor(owners), breaks * torch.tensor(strict)
    product = lambda part: torch.zeros(len(cases)).index_add(0, owner, part.clamp_min(1e-6).log()).exp()
    safe, unbroken = product(keeps), product(1 - breaks)
    return torch.stack([safe, (unbroken - safe).clamp_min(1e-6), (1 - unbroken).clamp_min(1e-6)], -1)


def batches(cases):
    """Places of cases, at random, but of like length."""
    order = random.sample(range(len(cases)), len(cases))
    length = lambda at: len(cases[at][1]) + max(len(text) for _, text in cases[at][0])
    chunks = []
    for at in range(0, len(order), BATCH * 16):
        part = sorted(order[at : at + BATCH * 16], key=length)
        chunks += [part[i : i + BATCH] for i in range(0, len(part), BATCH)]
    return random.sample(chunks, len(chunks))


def strangers(cases, batch):
    """Actions with the rule of another group of their lot, or of any."""
    found = []
    for at in random.sample(batch, int(len(batch) * STRANGE)):
        own, action, _ = cases[at]
        near = [cases[(at + random.choice((-1, 1)) * random.randint(10, NEAR)) % len(cases)] for _ in range(LIKE)]
        others = [case for case in near if case[0] != own] or [random.choice(cases)]
        words = set(action.lower().split())
        shared = lambda case: len(words & set(case[0][0][1].lower().split()))
        rule = random.choice((max(others, key=shared), others[0], random.choice(cases)))[0][0]
        if rule not in own:
            found.append(([rule], action, "S"))
    return found


def accuracy(model, tokenizer, cases):
    model.eval()
    with torch.no_grad():
        answers = torch.cat([chances(model, tokenizer, cases[at : at + 64]) for at in range(0, len(cases), 64)]).argmax(-1)
    model.train()
    return sum(STATUSES[answer] == status for answer, (_, _, status) in zip(answers.tolist(), cases)) / len(cases)


def main():
    torch.manual_seed(int(os.environ.get("SEED", "0")))
    random.seed(int(os.environ.get("SEED", "0")))
    tokenizer = BertTokenizerFast.from_pretrained(os.environ["MINILM"])
    model = Classifier(BertModel.from_pretrained(os.environ["MINILM"], add_pooling_layer=False))
    if "INIT" in os.environ:
        model.load_state_dict(torch.load(os.environ["INIT"]))
    model.enc.embeddings.requires_grad_(False)
    trained, held = practice()
    if "TUNE" in os.environ:
        trained += tune()
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=float(os.environ["RATE"]), weight_decay=0.01)
    steps = int(float(os.environ["PASSES"]) * len(trained) / BATCH)
    warm = steps // 15 + 1
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, (step + 1) / warm) * max(0.02, (steps - step) / steps))
    done = 0
    while done < steps:
        for batch in batches(trained)[: steps - done]:
            cases = [trained[at] for at in batch] + strangers(trained, batch)
            wanted = torch.tensor([STATUSES.index(status) for _, _, status in cases])
            loss = nn.functional.nll_loss(chances(model, tokenizer, cases).log(), wanted)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            if done % 50 == 0:
                print(done, steps, round(loss.item(), 3), flush=True)
                torch.save(model.state_dict(), os.environ["OUT"])
    torch.save(model.state_dict(), os.environ["OUT"])
    print("held", round(accuracy(model, tokenizer, held), 4), flush=True)
    print("strange", round(accuracy(model, tokenizer, strangers(held, range(len(held)))), 4), flush=True)


if __name__ == "__main__":
    main()
