"""Weights -> ONNX, fused and uint8 per channel: signed ones saturate on processors without VNNI, and read other rules there. env: MINILM, WEIGHTS = what train.py wrote, OUT = a folder."""
import os

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers import optimizer
from onnxruntime.transformers.fusion_options import FusionOptions
from train import Tagger
from transformers import BertModel, BertTokenizerFast

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Exported(torch.nn.Module):
    def __init__(self, tagger):
        super().__init__()
        self.tagger = tagger

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.tagger(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)


out = os.environ["OUT"]
tagger = Tagger(BertModel.from_pretrained(os.environ["MINILM"], add_pooling_layer=False, attn_implementation="eager"))
tagger.load_state_dict(torch.load(os.environ["WEIGHTS"]))
tokenizer = BertTokenizerFast.from_pretrained(os.environ["MINILM"])
tokens = tokenizer(["hello world", "a longer sentence about memory"], padding=True, return_tensors="pt")
axes = {name: {0: "batch", 1: "seq"} for name in [*INPUTS, "labels"]}
torch.onnx.export(
    Exported(tagger.eval()), tuple(tokens[name] for name in INPUTS), f"{out}/fp32.onnx",
    input_names=INPUTS, output_names=["labels"], dynamic_axes=axes, opset_version=17, dynamo=False,
)
fused = optimizer.optimize_model(f"{out}/fp32.onnx", model_type="bert", num_heads=12, hidden_size=384, optimization_options=FusionOptions("bert"), opt_level=1)
fused.save_model_to_file(f"{out}/fused.onnx")
quantize_dynamic(f"{out}/fused.onnx", f"{out}/model.onnx", weight_type=QuantType.QUInt8, per_channel=True, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
