"""Parts of botocore's models. JSON in: service -> operations and shapes. JSON out: what the model says of them."""

import json
import re
import sys

from botocore.loaders import Loader

loader = Loader()
kept = ("enum", "min", "max", "pattern")


def code(model: dict, name: str) -> str:
    """The code by which an error arrives, which is not always the name of its shape."""
    return model["shapes"][name].get("error", {}).get("code", name)


def wire_name(member: tuple) -> str:
    name, given = member
    wire = given.get("queryName", given.get("locationName", name))
    return wire[0].upper() + wire[1:]


def text(model: dict, path: str) -> str:
    """What the model says of a member, as `Shape.member`, without its marks."""
    name, member = path.split(".")
    said = model["shapes"][name]["members"][member]["documentation"]
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", "", said)).strip()


def limits(model: dict, name: str, above: tuple = ()) -> dict:
    """What a request may hold: limits of a shape and of all in it; empty: none."""
    one = model["shapes"][name]
    if name in above:
        return {}
    inside = {
        **{
            key: limits(model, given["shape"], (*above, name))
            for key, given in one.get("members", {}).items()
            # an enumeration that is compared so has more values than it shows
            if "aren't case sensitive" not in given.get("documentation", "")
        },
        **({"[]": limits(model, one["member"]["shape"], (*above, name))} if one["type"] == "list" else {}),
    }
    inside = {key: found for key, found in inside.items() if found}
    own = {key: one[key] for key in kept if key in one}
    return {**({"type": one["type"], **own} if own else {}), **({"in": inside} if inside else {})}


def operation(model: dict, name: str, limited: bool) -> dict:
    one = model["operations"][name]
    given = model["shapes"].get(one.get("input", {}).get("shape", ""), {})
    members = given.get("members", {})
    # how the Query protocol of EC2 names them
    wire = {"wire": sorted(map(wire_name, members.items()))} if model["metadata"]["protocol"] == "ec2" else {}
    return {
        "members": sorted(members),
        **wire,
        "required": sorted(given.get("required", [])),
        **({"limits": found} if limited and wire == {} and (found := limits(model, one["input"]["shape"])) else {}),
        "errors": {error["shape"]: code(model, error["shape"]) for error in one.get("errors", [])},
    }


def shape(model: dict, name: str) -> dict:
    return {key: model["shapes"][name][key] for key in kept if key in model["shapes"][name]}


def service(name: str, asked: dict) -> dict:
    model = loader.load_service_model(name, "service-2")
    known = [one for one in asked["operations"] if one in model["operations"]]
    return {
        "apiVersion": model["metadata"]["apiVersion"],
        "operations": {one: operation(model, one, one in asked["limited"]) for one in sorted(known)},
        "texts": {one: text(model, one) for one in asked["texts"]},
        "shapes": {one: shape(model, one) for one in asked["shapes"] if one in model["shapes"]},
    }


json.dump({name: service(name, asked) for name, asked in json.load(sys.stdin).items()}, sys.stdout)
