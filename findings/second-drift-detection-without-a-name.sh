#!/usr/bin/env bash
# Guess: the model of CloudFormation's API names the error that a second DetectStackDrift gets while one runs, as it does for stack sets; so
#   an SDK has a class for it, and a client catches that.
# Seen: DetectStackSetDrift has OperationInProgressException. DetectStackDrift and DetectStackResourceDrift have no error at all, in the
#   models of botocore and of the SDK for JavaScript: what comes is a ValidationError, told from others by its text only ("Drift detection
#   is already in progress for stack", for which several public tools search). The first detection's id is not in it, and no call lists it.
# For us: that text means "wait, and ask again", as for a detection of our own whose answer was lost (src/adapters/cloudformation/inspect.ts);
#   a check ended as not checked. The sandbox refuses a second one with it.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check botocore==1.44.8
"$folder/venv/bin/python" - <<'PY'
import sys

import botocore
import botocore.session

model = botocore.session.get_session().get_service_model("cloudformation")
print("botocore", botocore.__version__)


def errors_of(operation):
    names = [shape.name for shape in model.operation_model(operation).error_shapes]
    print(operation + ":", ", ".join(names) or "no error")
    return names


stack, resource = errors_of("DetectStackDrift"), errors_of("DetectStackResourceDrift")
stack_set = errors_of("DetectStackSetDrift")
listing = [name for name in model.operation_names if "Drift" in name and name.startswith("List")]
print("calls that list detections of drift:", listing)
as_found = stack == resource == [] and "OperationInProgressException" in stack_set
sys.exit(0 if as_found and listing == ["ListStackInstanceResourceDrifts"] else "this has changed")
PY
echo "as found: a second detection for a stack gets an error without a name"
