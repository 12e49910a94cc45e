"""Gives requests that make something what cannot be guessed, so that what they make can be asked for, changed and deleted."""

import schemathesis

TEMPLATE = """tosca_definitions_version: tosca_simple_yaml_1_0
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
"""

VALID = {"template": TEMPLATE, "fileExpression": ".*:fuzzed/.*", "replicationExpression": "*"}

MAKERS = {"POST /deployments", "PUT /deployments/{deployment_id}", "POST /schedules"}


@schemathesis.hook
def map_body(context, body):
    """Replaces what is a text at all: whatever else is wrong with the body stays wrong."""
    if context.operation.label not in MAKERS or not isinstance(body, dict):
        return body
    valid = {name: value for name, value in VALID.items() if isinstance(body.get(name), type(value)) and body[name]}
    return {**body, **valid}
