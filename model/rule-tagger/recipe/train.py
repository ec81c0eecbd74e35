"""Trains the tagger. env: MINILM = the folder of the fp32 weights, MESSAGES = the lots, OUT = a file; PASSES, RATE; and to go on,
INIT = such a file and OPEN = test/fixture/directives, whose tune and practice are then learned too.

All layers of all-MiniLM-L6-v2 but its embeddings, and one linear layer over them. A word's label is that of its first
piece. The model here had 3 passes at 1.5e-4, then with OPEN 1.2 at 8e-5, 1 at 5e-5, and with lot 12, three times, 1 at 6e-5;
the weights were those of the last three, averaged 2 : 3 : 5. From these, with lots 13 to 20 and OPEN, 1 pass at 8e-5 and 1.5 at
6e-5, averaged likewise after .6, .8 and all of the steps. From these, as they are in model.onnx, once over lot 21 twice and three
tenths of all others, at 5e-5, averaged 1 : 2 after .7 and all of the steps.
"""
import os
import random

import torch
import torch.nn as nn
from align import LABELS, fixture, label, lots
from torch.nn.functional import cross_entropy
from transformers import BertModel, BertTokenizerFast

BATCH, TOKENS, LEAST_COVER = 32, 192, 0.34


class Tagger(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.enc = encoder
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(384, len(LABELS))

    def forward(self, **tokens):
        return self.head(self.drop(self.enc(**tokens).last_hidden_state))


def prepared(items):
    for item in items:
        found = label(item)
        if found and min(found[2], default=1) >= LEAST_COVER:
            yield [word for word, _, _ in found[0]], found[1]


def encoded(tokenizer, batch):
    tokens = tokenizer([words for words, _ in batch], is_split_into_words=True, padding=True, truncation=True, max_length=TOKENS, return_tensors="pt")
    wanted = torch.full(tokens["input_ids"].shape, -100)
    for row, (_, labels) in enumerate(batch):
        last = None
        for place, word in enumerate(tokens.word_ids(row)):
            if word is not None and word != last:
                wanted[row, place] = LABELS.index(labels[word])
            last = word
    return {name: tokens[name] for name in ("input_ids", "attention_mask", "token_type_ids")}, wanted


def batches(items):
    """At random, but of like length."""
    order = random.sample(items, len(items))
    chunks = []
    for at in range(0, len(order), BATCH * 16):
        part = sorted(order[at : at + BATCH * 16], key=lambda item: len(item[0]))
        chunks += [part[i : i + BATCH] for i in range(0, len(part), BATCH)]
    return random.sample(chunks, len(chunks))


def main():
    random.seed(0)
    torch.manual_seed(0)
    tokenizer = BertTokenizerFast.from_pretrained(os.environ["MINILM"])
    model = Tagger(BertModel.from_pretrained(os.environ["MINILM"], add_pooling_layer=False))
    model.enc.embeddings.requires_grad_(False)
    if "INIT" in os.environ:
        model.load_state_dict(torch.load(os.environ["INIT"]))
    items = list(prepared(item for item, held in lots(os.environ["MESSAGES"]) if not held))
    for name in ["tune", *(f"practice-{n}" for n in range(1, 8))] if "OPEN" in os.environ else []:
        items += prepared(fixture(os.path.join(os.environ["OPEN"], f"{name}.json")))
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=float(os.environ["RATE"]), weight_decay=0.01)
    steps = int(float(os.environ["PASSES"]) * len(batches(items)))
    rate = lambda step: min(1, (step + 1) / (steps // 15)) * max(0.02, (steps - step) / steps)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    done = 0
    while done < steps:
        for batch in batches(items)[: steps - done]:
            tokens, wanted = encoded(tokenizer, batch)
            loss = cross_entropy(model(**tokens).view(-1, len(LABELS)), wanted.view(-1), ignore_index=-100)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            done += 1
        print(f"after {done} of {steps} steps the last loss is {loss.item():.3f}", flush=True)
    torch.save(model.state_dict(), os.environ["OUT"])


if __name__ == "__main__":
    main()
