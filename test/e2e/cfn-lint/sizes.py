"""What AWS says of the sizes on stdin, by the copy of its DescribeInstanceTypes that moto ships. JSON in, JSON out."""

import gzip
import importlib.util
import json
import sys
from pathlib import Path

resources = Path(importlib.util.find_spec("moto").origin).parent / "ec2/resources"
types = json.loads(gzip.decompress((resources / "instance_types.json.gz").read_bytes()))


def facts(name: str) -> dict:
    one = types[name]
    gpus = one.get("GpuInfo", {}).get("Gpus", [])
    return {
        "name": name,
        "cpus": one["VCpuInfo"]["DefaultVCpus"],
        "memory": one["MemoryInfo"]["SizeInMiB"] / 1024,
        "architecture": one["ProcessorInfo"]["SupportedArchitectures"][-1],
        "gpus": sum(gpu["Count"] for gpu in gpus),
        **({"gpuModel": gpus[0]["Name"]} if gpus else {}),
    }


json.dump([facts(name) for name in json.load(sys.stdin) if name in types], sys.stdout)
