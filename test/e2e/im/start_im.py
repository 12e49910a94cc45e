"""Starts the Infrastructure Manager on loopback, with all it writes in one folder and no configuration file."""
import json
import os

from IM.config import Config

folder = os.environ["IM_FOLDER"]
Config.REST_ADDRESS = "127.0.0.1"
Config.REST_PORT = int(os.environ["IM_PORT"])
Config.DATA_DB = os.path.join(folder, "im.sqlite")
Config.LOG_FILE = os.path.join(folder, "im.log")
Config.VM_INFO_UPDATE_FREQUENCY = 1


class Issuers(list):
    """Those of the start, and those in a file that a test writes once it knows them."""

    def __contains__(self, issuer):
        try:
            with open(os.path.join(folder, "issuers.json")) as others:
                return super().__contains__(issuer) or issuer in json.load(others)
        except (FileNotFoundError, ValueError):
            return super().__contains__(issuer)


Config.OIDC_ISSUERS = Issuers([os.environ["IM_ISSUER"]])
# release 1.19 has a second interface, on all addresses of the machine, unless it is told not to
Config.ACTIVATE_XMLRPC = False

# machines that somebody changed at the cloud: their numbers and states are in a file
from IM.connectors.Dummy import DummyCloudConnector  # noqa: E402


def look_at_cloud(_self, vm, _auth_data):
    try:
        with open(os.path.join(folder, "behind.json")) as changed:
            vm.state = json.load(changed).get(str(vm.im_id), vm.state)
    except (FileNotFoundError, ValueError):
        pass  # nobody changed any, or the file is just being written
    return (True, vm)


launched = DummyCloudConnector.launch


def launch(self, *order):
    made = launched(self, *order)
    for _success, vm in made:
        look_at_cloud(self, vm, None)
    return made


DummyCloudConnector.updateVMInfo = look_at_cloud
DummyCloudConnector.launch = launch

# the server object takes address and port when this is imported, so it comes last
from IM.im_service import main  # noqa: E402

main()
