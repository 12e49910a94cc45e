"""Prints what CloudFormation's handler of each resource type needs, as AWS's resource schemas in cfn-lint say it.

JSON: {"source", "date", "types": {type: {handler: [IAM action]}}, "unpublished": [type], "replacedByTags": [type]}; the
last but one have no permissions, and of the last a changed tag makes, or may make, another resource.
"""

import json
import pathlib
from importlib.metadata import version

import cfnlint

schemas = pathlib.Path(cfnlint.__file__).parent / "data" / "schemas"
types = {}
unpublished = []
replaced_by_tags = []
for file in sorted((schemas / "resources").glob("*.json")):
    schema = json.loads(file.read_text())
    handlers = {
        name: handler["permissions"]
        for name, handler in (schema.get("handlers") or {}).items()
        if handler.get("permissions")
    }
    if handlers:
        types[schema["typeName"]] = handlers
    else:
        unpublished.append(schema["typeName"])
    tags = (schema.get("tagging") or {}).get("tagProperty") or "/properties/Tags"
    create_only = [*schema.get("createOnlyProperties", []), *schema.get("conditionalCreateOnlyProperties", [])]
    if tags in create_only:
        replaced_by_tags.append(schema["typeName"])
date = json.loads((schemas / "version.json").read_text())["schema_date"]
source = f"cfn-lint {version('cfn-lint')}"
print(json.dumps({"source": source, "date": date, "types": types, "unpublished": unpublished, "replacedByTags": replaced_by_tags}))
