#!/usr/bin/env bash
# Guess: the Infrastructure Manager runs a shell script that an operation names, as its code has a branch for files that are no playbooks,
#   and as the standard's own examples are shell scripts.
# Seen: it puts the script's text as it is into one line of a playbook, so a script of more than one line, or whose only line ends in
#   a line break as every text file does, makes it refuse the whole template. A script of one line without an end is taken.
# For us: a script is a reason against the manager's providers in the plan (src/domain/infrastructure-manager/forms/operations.ts).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check tosca-parser==2.15.0 RADL==1.3.5 requests-cache==1.3.3 setuptools==80.9.0
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps IM==2.0.0
cd "$folder"
"$folder/venv/bin/python" - <<'PY'
import sys

import IM.tosca.Tosca as im

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    vm:
      type: tosca.nodes.Compute
      interfaces: { Standard: { create: "https://scripts.example/install.sh" } }
"""


def outcome(script):
    class Answer:
        status_code = 200
        text = script

    class Session:
        def __init__(self, *args, **options):
            pass

        def get(self, url, **options):
            return Answer()

    im.requests_cache.CachedSession = Session
    try:
        im.Tosca(template).to_radl()
        return "taken"
    except Exception as error:
        return "refused: " + str(error).split(":")[0]


print("IM 2.0.0, tosca-parser 2.15.0, RADL 1.3.5")
seen = [outcome(script) for script in ("#!/bin/sh\necho one\n", "echo one\n", "echo one")]
for what, one in zip(("two lines", "one line with its end", "one line without an end"), seen):
    print(what + ":", one)
sys.exit(0 if seen == ["refused: Error parsing YAML"] * 2 + ["taken"] else "this has changed")
PY
echo "as found: the manager refuses every shell script that is a text file"
