"""Prints what the manager's own copy of the normative types has, as JSON: the stand-in's table is held against it."""
import json

from toscaparser.elements.nodetype import NodeType
from toscaparser.elements.statefulentitytype import StatefulEntityType

definitions = StatefulEntityType.TOSCA_DEF

def property_of(definition):
    kept = {"type": definition["type"]}
    # a default that Python takes for false is none to the parser
    if definition.get("required", True) and not definition.get("default"):
        kept["required"] = True
    for constraint in definition.get("constraints", []):
        if "greater_or_equal" in constraint:
            kept["least"] = constraint["greater_or_equal"]
    return kept


def properties(of):
    return {name: property_of(definition) for name, definition in sorted(of.items())}


def capability(of):
    return {
        "type": of.type,
        "properties": properties({name: d.schema for name, d in of.get_properties_def().items()}),
        "attributes": {name: d.schema["type"] for name, d in sorted((of.get_attributes_def() or {}).items())},
    }


def requirement(name, definition):
    low, high = definition.get("occurrences", [1, "UNBOUNDED"])
    return {"name": name, "least": low, **({} if high == "UNBOUNDED" else {"most": high})}


def node(name):
    of = NodeType(name)
    return {
        "properties": properties({n: d.schema for n, d in of.get_properties_def().items()}),
        "attributes": {n: d.schema["type"] for n, d in sorted(of.get_attributes_def().items())},
        "capabilities": {c.name: capability(c) for c in of.get_capabilities_objects()},
        "requirements": [requirement(n, d) for one in of.requirements or [] for n, d in one.items()],
    }


print(json.dumps({name: node(name) for name in sorted(definitions) if name.startswith("tosca.nodes.")}))
