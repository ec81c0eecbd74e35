"""Weights -> ONNX, fused and uint8 per channel: signed ones saturate on processors without VNNI, and cost a point. env: MINILM, WEIGHTS = what train.py wrote, OUT = a folder."""
import os

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers import optimizer
from onnxruntime.transformers.fusion_options import FusionOptions
from train import Classifier
from transformers import BertModel, BertTokenizerFast

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]


class Exported(torch.nn.Module):
    def __init__(self, classifier):
        super().__init__()
        self.classifier = classifier

    def forward(self, input_ids, attention_mask, token_type_ids):
        return self.classifier(input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)


out = os.environ["OUT"]
classifier = Classifier(BertModel.from_pretrained(os.environ["MINILM"], add_pooling_layer=False, attn_implementation="eager"))
classifier.load_state_dict(torch.load(os.environ["WEIGHTS"]))
tokenizer = BertTokenizerFast.from_pretrained(os.environ["MINILM"])
tokens = tokenizer(["must: say hello", "never: run"], ["hello world", "a longer sentence about memory"], padding=True, return_tensors="pt")
axes = {name: {0: "batch", 1: "seq"} for name in INPUTS} | {"scores": {0: "batch"}}
torch.onnx.export(
    Exported(classifier.eval()), tuple(tokens[name] for name in INPUTS), f"{out}/fp32.onnx",
    input_names=INPUTS, output_names=["scores"], dynamic_axes=axes, opset_version=17, dynamo=False,
)
fused = optimizer.optimize_model(f"{out}/fp32.onnx", model_type="bert", num_heads=12, hidden_size=384, optimization_options=FusionOptions("bert"), opt_level=1)
fused.save_model_to_file(f"{out}/fused.onnx")
quantize_dynamic(f"{out}/fused.onnx", f"{out}/model.onnx", weight_type=QuantType.QUInt8, per_channel=True, extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
