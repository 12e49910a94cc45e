"""Starts the Infrastructure Manager on loopback, with all it writes in one folder and no configuration file."""
import os

from IM.config import Config

folder = os.environ["IM_FOLDER"]
Config.REST_ADDRESS = "127.0.0.1"
Config.REST_PORT = int(os.environ["IM_PORT"])
Config.DATA_DB = os.path.join(folder, "im.sqlite")
Config.LOG_FILE = os.path.join(folder, "im.log")
Config.VM_INFO_UPDATE_FREQUENCY = 1
Config.OIDC_ISSUERS = [os.environ["IM_ISSUER"]]
# release 1.19 has a second interface, on all addresses of the machine, unless it is told not to
Config.ACTIVATE_XMLRPC = False

# the server object takes address and port when this is imported, so it comes last
from IM.im_service import main  # noqa: E402

main()
