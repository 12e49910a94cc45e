"""Prints how many nodes a peer finds in a template, and the processor time in milliseconds that it takes, as JSON.

usage: measure.py tosca-parser|opera|puccini FILE TIMES
"""

import json
import logging
import statistics
import sys
import time
from pathlib import Path, PurePath

logging.disable(logging.CRITICAL)


def tosca_parser(file):
    from toscaparser.tosca_template import ToscaTemplate

    return len(ToscaTemplate(file).nodetemplates)


def opera(file):
    from opera_tosca_parser.parser import tosca

    path = Path(file)
    return len(tosca.load_service_template(path.parent, PurePath(path.name)).get_template({}).nodes)


def puccini(file):
    import puccini.tosca

    vertexes = puccini.tosca.compile(file)["vertexes"].values()
    return sum(one["metadata"]["puccini"]["kind"] == "NodeTemplate" for one in vertexes)


peer = {"tosca-parser": tosca_parser, "opera": opera, "puccini": puccini}[sys.argv[1]]
file, times = sys.argv[2], int(sys.argv[3])
nodes = peer(file)  # the first time also loads the peer
taken = []
for _ in range(times):
    began = time.process_time()
    peer(file)
    taken.append((time.process_time() - began) * 1000)
    if sum(taken) > 3000:  # a slow peer needs no second look
        break
print(json.dumps({"nodes": nodes, "ms": statistics.median(taken)}))
