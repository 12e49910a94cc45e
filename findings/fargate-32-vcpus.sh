#!/usr/bin/env bash
# Guess: the sizes of Fargate are the same wherever AWS writes them down, since Batch and ECS start the same tasks.
# Seen: in one release of botocore, the model of AWS Batch lists 32 vCPUs (with exactly 61440, 122880 or 249856 MiB), and that of ECS
#   ends at 16. cfn-lint takes 32768 CPU units for ECS, with those three sizes only. So the model of ECS is behind.
# And: Batch calls the same new kind of machines ECS_MANAGED_INSTANCES for queues and environments, and MANAGED_INSTANCES for a
#   definition's platform. Guess was: one name.
# For us: one table for both services, held against the model of Batch.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check botocore==1.44.8 cfn-lint==1.58.0
cat > "$folder/look.py" <<'PY'
import json
import re
import subprocess
import sys
from pathlib import Path

import botocore
from botocore.loaders import Loader

model = lambda name: Loader().load_service_model(name, "service-2")
plain = lambda text: re.sub("<[^>]+>", " ", text)
batch, ecs = model("batch"), model("ecs")
listed = plain(batch["shapes"]["ResourceRequirement"]["members"]["value"]["documentation"])
print("botocore", botocore.__version__)
in_batch = re.search(r"value = 32\s+MEMORY\s+= 61440, 122880, or 249856", listed) is not None
in_ecs = re.search(r"32 ?vCPU|32768 ?\(32", json.dumps(ecs)) is not None
print("Batch lists 32 vCPUs:", in_batch)
print("ECS lists 32 vCPUs:", in_ecs)
values = {name: [one for one in batch["shapes"][name]["enum"] if "MANAGED" in one] for name in ("JobQueueType", "CRType", "PlatformCapability")}
print("names of managed instances:", values)


def refused(cpu: str, memory: str) -> bool:
    task = {
        "RequiresCompatibilities": ["FARGATE"],
        "NetworkMode": "awsvpc",
        "Cpu": cpu,
        "Memory": memory,
        "ContainerDefinitions": [{"Name": "a", "Image": "b"}],
    }
    file = Path(sys.argv[2]) / "task.json"
    file.write_text(json.dumps({"Resources": {"T": {"Type": "AWS::ECS::TaskDefinition", "Properties": task}}}))
    lint = subprocess.run([sys.argv[1], "--regions", "eu-west-1", "--", str(file)], capture_output=True, text=True)
    return "E3047" in lint.stdout


pairs = [("32768", "61440", False), ("32768", "122880", False), ("32768", "249856", False), ("32768", "65536", True)]
seen = [(cpu, memory, refused(cpu, memory)) for cpu, memory, _ in pairs]
for cpu, memory, is_refused in seen:
    print(f"cfn-lint 1.58.0, ECS, {cpu} units and {memory} MiB:", "refused" if is_refused else "taken")
names = {"JobQueueType": ["ECS_MANAGED_INSTANCES"], "CRType": ["ECS_MANAGED_INSTANCES"], "PlatformCapability": ["MANAGED_INSTANCES"]}
sys.exit(0 if in_batch and not in_ecs and values == names and seen == pairs else "this has changed")
PY
"$folder/venv/bin/python" "$folder/look.py" "$folder/venv/bin/cfn-lint" "$folder"
echo "as found: Batch's model and the linter know 32 vCPUs, the model of ECS does not"
