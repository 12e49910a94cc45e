#!/usr/bin/env bash
# Guess: heat-translator, which makes a template of OpenStack's Heat from one of TOSCA, gives the output `public_address` the address that a
#   server has outside, or says that it has none; and two instances of a machine are two servers, or it says that they are not.
# Seen: public and private address are the same line of the result, the first address in a network called "private", also where the template
#   has a network of its own with another name. One server is made, whatever `default_instances` is. Nobody says a word.
# For us: such templates go to the Infrastructure Manager, which has both (docs/decisions/0059); a plan says what a provider lacks.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check heat-translator==3.5.0 tosca-parser==2.15.0 setuptools==80.9.0
cd "$folder"
"$folder/venv/bin/python" - 2>/dev/null <<'PY'
import sys

import yaml
from toscaparser.tosca_template import ToscaTemplate
from translator.hot.tosca_translator import TOSCATranslator

template = """
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        host: { properties: { num_cpus: 1, mem_size: 1 GB, disk_size: 10 GB } }
        os: { properties: { type: linux, distribution: ubuntu, architecture: x86_64 } }
        scalable: { properties: { min_instances: 1, max_instances: 3, default_instances: 2 } }
    office: { type: tosca.nodes.network.Network, properties: { cidr: 10.0.0.0/24, network_name: office } }
    port: { type: tosca.nodes.network.Port, properties: { order: 0 }, requirements: [ { binding: server }, { link: office } ] }
  outputs:
    inside: { value: { get_attribute: [ server, private_address ] } }
    outside: { value: { get_attribute: [ server, public_address ] } }
"""
heat = yaml.safe_load(TOSCATranslator(ToscaTemplate(yaml_dict_tpl=yaml.safe_load(template)), {}).translate())
kinds = sorted(one["type"] for one in heat["resources"].values())
outputs = {name: one["value"] for name, one in heat["outputs"].items()}
print("heat-translator 3.5.0, tosca-parser 2.15.0")
print("resources:", kinds)
print("outputs:", outputs)
address = {"get_attr": ["server", "networks", "private", 0]}
one_server = kinds == ["OS::Neutron::Net", "OS::Neutron::Port", "OS::Neutron::Subnet", "OS::Nova::Server"]
sys.exit(0 if one_server and outputs == {"inside": address, "outside": address} else "this has changed")
PY
echo "as found: the public address is the private one, and one server is made of two"
