"""Which of the sizes on stdin AWS lacks in each region, by the lists that cfn-lint ships. JSON in, JSON out."""

import json
import sys
from pathlib import Path

import cfnlint

extensions = Path(cfnlint.__file__).parent / "data/schemas/extensions"


def read(name: str) -> dict:
    return json.loads((extensions / name).read_text())


def family(size: str) -> str:
    return size.rpartition(".")[0]


def missing(wanted: list[str], there: set[str]) -> list[str]:
    """A family that is missing as a whole is named once."""
    lacking = [size for size in wanted if size not in there]
    whole = {family(size) for size in wanted} - {family(size) for size in wanted if size in there}
    return sorted(whole | {size for size in lacking if family(size) not in whole})


def machines(wanted: list[str]) -> dict:
    lists = read("aws_ec2_instance/instancetype_enum.json")
    return {
        region: missing(wanted, set(one["enum"]))
        for region, one in lists.items()
        if isinstance(one, dict) and one.get("enum")
    }


def classes_of(rules: list[dict], engine: str) -> set[str]:
    """The classes of an engine where no license is named, as in our templates."""
    found: set[str] = set()
    for rule in rules:
        asked = rule["if"]["properties"]
        if asked["Engine"].get("const") == engine and asked.get("LicenseModel") is False:
            found |= set(rule["then"]["properties"]["DBInstanceClass"]["enum"])
    return found


def databases(wanted: list[str], engines: list[str]) -> dict:
    lists = read("aws_rds_dbinstance/dbinstanceclass_enum.json")
    return {
        region: {engine: missing(wanted, classes_of(one["allOf"], engine)) for engine in engines}
        for region, one in lists.items()
        if isinstance(one, dict) and "allOf" in one
    }


asked = json.load(sys.stdin)
json.dump(
    {
        "machines": machines(asked["machines"]),
        "databases": databases(asked["databases"], asked["engines"]),
    },
    sys.stdout,
)
