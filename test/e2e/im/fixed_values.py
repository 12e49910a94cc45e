"""Prints what the manager's own code makes of the values in a document: outputs, and inputs of one operation, as JSON.

Reads the document from standard input; the node is the first argument.
"""

import json
import logging
import sys

from IM.tosca.Tosca import Tosca

logging.disable(logging.CRITICAL)
tosca = Tosca(sys.stdin.read())
node = next(each for each in tosca.tosca.nodetemplates if each.name == sys.argv[1])
given = Tosca._get_interfaces(node)["configure"].inputs
print(
    json.dumps(
        {
            "outputs": {
                each.name: tosca._final_function_result(each.attrs.get(each.VALUE), None, None)
                for each in tosca.tosca.outputs
            },
            "inputs": {name: tosca._final_function_result(value, node) for name, value in given.items()},
        }
    )
)
