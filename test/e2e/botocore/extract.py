"""Parts of botocore's models. JSON in: service -> operations and shapes. JSON out: what the model says of them."""

import json
import sys

from botocore.loaders import Loader

loader = Loader()
kept = ("enum", "min", "max", "pattern")


def code(model: dict, name: str) -> str:
    """The code by which an error arrives, which is not always the name of its shape."""
    return model["shapes"][name].get("error", {}).get("code", name)


def operation(model: dict, name: str) -> dict:
    one = model["operations"][name]
    given = model["shapes"].get(one.get("input", {}).get("shape", ""), {})
    return {
        "members": sorted(given.get("members", {})),
        "required": sorted(given.get("required", [])),
        "errors": {error["shape"]: code(model, error["shape"]) for error in one.get("errors", [])},
    }


def shape(model: dict, name: str) -> dict:
    return {key: model["shapes"][name][key] for key in kept if key in model["shapes"][name]}


def service(name: str, asked: dict) -> dict:
    model = loader.load_service_model(name, "service-2")
    known = [one for one in asked["operations"] if one in model["operations"]]
    return {
        "apiVersion": model["metadata"]["apiVersion"],
        "operations": {one: operation(model, one) for one in sorted(known)},
        "shapes": {one: shape(model, one) for one in asked["shapes"] if one in model["shapes"]},
    }


json.dump({name: service(name, asked) for name, asked in json.load(sys.stdin).items()}, sys.stdout)
