#!/usr/bin/env bash
# Rucio 41.5.1 (PyPI), RSE expressions: `key<number` and `key>number` compare with Python's float.
# Guess: `space<12.5` compares with twelve and a half, and `tier<1_0` is a mistake.
# Outcome: the right side takes no dot, so no decimal number can be written: InvalidRSEExpression. What can be written is
# what float() takes without a dot: `1_0` is ten, `1e3` a thousand, `inf` describes every element with the attribute, and true counts as one
# (`disk>0`). A name with a dot can be compared (`r.site=x`), and cannot stand alone (`r.site`).
# We take the same numbers, and decimals too; docs/jobs.md says that only we do.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check rucio==41.5.1
mkdir "$folder/etc"
printf '[common]\nlogdir = %s\n[database]\ndefault = sqlite://\n[cache]\nurl = none\n' "$folder" > "$folder/etc/rucio.cfg"
export RUCIO_HOME="$folder" RUCIO_CONFIG="$folder/etc/rucio.cfg"
"$folder/venv/bin/python" - <<'PY'
import sys
from importlib.metadata import version
from dogpile.cache.api import NO_VALUE
from rucio.common.exception import RucioException
from rucio.core import rse_expression_parser as parser
from rucio.db.sqla import models
from rucio.db.sqla.constants import RSEType
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

parser.REGION = type("NoCache", (), {"get": lambda *_: NO_VALUE, "set": lambda *_: None})()
engine = create_engine("sqlite://")
for table in (models.VO, models.RSE, models.RSEAttrAssociation):
    table.__table__.create(engine)

def ask(session, expression):
    try:
        return ",".join(one["rse"] for one in parser.parse_expression(expression, session=session))
    except RucioException as refusal:
        return type(refusal).__name__

with Session(engine) as session:
    rse = models.RSE(rse="ONE", vo="def", rse_type=RSEType.DISK)
    session.add(rse)
    session.flush()
    for key, value in {"tier": "9", "space": "12.25", "disk": True, "r.site": True}.items():
        session.add(models.RSEAttrAssociation(rse_id=rse.id, key=key, value=value))
    session.flush()
    expected = {
        "space<13": "ONE", "space<12.5": "InvalidRSEExpression", "tier<1_0": "ONE", "tier<1e3": "ONE", "tier<inf": "ONE",
        "disk>0": "ONE", "r.site=True": "ONE", "r.site": "InvalidRSEExpression",
    }
    found = {expression: ask(session, expression) for expression in expected}
print("rucio", version("rucio"))
for expression, outcome in found.items():
    print(f"{expression}: {outcome}")
sys.exit(0 if found == expected else 1)
PY
