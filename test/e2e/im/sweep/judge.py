"""Reads documents, a JSON line each, and says for each what the Infrastructure Manager makes of it, a JSON line each.

It is the path of a POST to /infrastructures up to the launch: the manager's TOSCA parser, its translation to RADL, and
RADL's check. Machines are not launched: each deploy becomes machines that the manager's own class describes, with the
numbers that it gives. Nothing is fetched: the first line gives the texts of imports by address, and every script says
where it came from.
"""
import json
import logging
import os
import pickle
import signal
import sys
import tempfile

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what libraries print is no answer
os.chdir(tempfile.mkdtemp(prefix="toscanini-judge-"))
logging.disable(logging.CRITICAL)

import toscaparser.imports  # noqa: E402
import yaml  # noqa: E402
import IM.tosca.Tosca as im  # noqa: E402
from IM.config import Config  # noqa: E402
from IM.InfrastructureInfo import InfrastructureInfo  # noqa: E402
from IM.VirtualMachine import VirtualMachine  # noqa: E402
from IM.CloudInfo import CloudInfo  # noqa: E402
from IM.connectors.Dummy import DummyCloudConnector  # noqa: E402

Config.DATA_DB = "sqlite://" + os.path.join(os.getcwd(), "im.sqlite")
SECONDS = 20


class Script:
    status_code = 200
    reason = "OK"

    def __init__(self, url):
        playbook = yaml.safe_dump([{"tasks": [{"name": "ran " + url, "ping": None}]}])
        self.text = playbook if url.endswith((".yml", ".yaml")) else "ran %s\n" % url


class Session:
    def __init__(self, *_args, **_options):
        pass

    def get(self, url, **_options):
        return Script(url)


im.requests_cache.CachedSession = Session

# What a machine tells after Ansible ran on it, and what the clouds of functions know of themselves: here nothing runs.
im.Tosca._get_ansible_output = staticmethod(lambda *_args: "what Ansible printed")
DummyCloudConnector.auth = {"username": "user", "password": "password"}


def read_import(files):
    read = {}  # a package of types has two thousand lines, which Python reads in a second

    def load(address, *_args, **_options):
        if address not in files:
            raise Exception("Failed to reference template '%s'" % address)
        if address not in read:
            read[address] = pickle.dumps(yaml.safe_load(files[address]))
        return pickle.loads(read[address])
    return load


def features(of):
    return {f.prop: f.value for f in of.features if isinstance(f.value, (str, int, float))}


def launched(tosca, radl):
    """The machines of the deploys, in the manager's order, with an address that tells their number."""
    info = InfrastructureInfo()
    info.radl = radl
    cloud = CloudInfo()
    cloud.type = "Dummy"
    cloud.id = "dummy"
    for deploy in radl.deploys:
        for _ in range(deploy.vm_number):
            wanted = radl.clone()
            wanted.systems = [radl.get_system_by_name(deploy.id).clone()]
            machine = VirtualMachine(info, "instance", cloud, wanted, wanted)
            info.add_vm(machine)
            machine.id = "vm-%d" % machine.im_id
            addresses(machine.info, machine.im_id)
    return info


def addresses(radl, number):
    system = radl.systems[0]
    for index in range(system.getNumNetworkIfaces()):
        net = radl.get_network_by_id(system.getValue("net_interface.%d.connection" % index))
        first = "158.42.0" if net.isPublic() else "10.0.0"
        system.setValue("net_interface.%d.ip" % index, "%s.%d" % (first, number + 1))


def judged(document):
    tosca = im.Tosca(document)
    _, radl = tosca.to_radl()
    radl.check()
    result = {
        "taken": True,
        "systems": {s.name: features(s) for s in radl.systems},
        "networks": {n.id: features(n) for n in radl.networks},
        "configures": bool(radl.contextualize and radl.contextualize.items),
        "recipes": [c.recipes for c in radl.configures if c.recipes],
        "steps": {i.configure: i.num for i in (radl.contextualize.items or {}).values()},
    }
    info = launched(tosca, radl)
    result["machines"] = [vm.info.systems[0].name for vm in info.vm_list]
    try:
        result["outputs"] = tosca.get_outputs(info)
    except Exception as error:
        result["outputError"] = "%s: %s" % (type(error).__name__, error)
    return result


def too_long(*_args):
    raise TimeoutError("no answer within %d s" % SECONDS)


def main():
    signal.signal(signal.SIGALRM, too_long)
    toscaparser.imports.YAML_LOADER = read_import(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        signal.alarm(SECONDS)
        try:
            answer = judged(json.loads(line))
        except Exception as error:  # the manager answers each of them with 400 or 500
            answer = {"taken": False, "error": "%s: %s" % (type(error).__name__, error)}
        finally:
            signal.alarm(0)
        try:
            text = json.dumps(answer)
        except (TypeError, ValueError) as error:
            text = json.dumps({"taken": False, "error": "no JSON: %s" % error})
        answers.write(text + "\n")
        answers.flush()


main()
