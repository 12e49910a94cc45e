"""Asks Rucio's own parser, on a database in memory, which storage elements each expression describes.

Reads JSON from standard input: {"elements": [{"name", "attributes"}], "expressions": [text]}. Writes a JSON list: for each
expression the sorted names, or null where Rucio refuses it.
"""

import json
import os
import sys
import tempfile

folder = tempfile.mkdtemp()
os.makedirs(os.path.join(folder, "etc"))
with open(os.path.join(folder, "etc", "rucio.cfg"), "w") as file:
    file.write("[common]\nlogdir = %s\n[database]\ndefault = sqlite://\n[cache]\nurl = none\n" % folder)
os.environ["RUCIO_HOME"] = folder
os.environ["RUCIO_CONFIG"] = os.path.join(folder, "etc", "rucio.cfg")

from dogpile.cache.api import NO_VALUE  # noqa: E402
from rucio.common.exception import RucioException  # noqa: E402
from rucio.core import rse_expression_parser  # noqa: E402
from rucio.db.sqla import models  # noqa: E402
from rucio.db.sqla.constants import RSEType  # noqa: E402
from sqlalchemy import create_engine  # noqa: E402
from sqlalchemy.orm import Session  # noqa: E402


class Nothing:
    """Rucio keeps answers for ten minutes; here none is kept."""

    def get(self, *_):
        return NO_VALUE

    def set(self, *_):
        return None


rse_expression_parser.REGION = Nothing()


def ask(session, expression):
    try:
        return sorted(found["rse"] for found in rse_expression_parser.parse_expression(expression, session=session))
    except RucioException as refusal:
        return [] if "empty set" in str(refusal) else None


def main():
    asked = json.load(sys.stdin)
    engine = create_engine("sqlite://")
    for table in (models.VO, models.RSE, models.RSEAttrAssociation):
        table.__table__.create(engine)
    with Session(engine) as session:
        for element in asked["elements"]:
            rse = models.RSE(rse=element["name"], vo="def", rse_type=RSEType.DISK)
            session.add(rse)
            session.flush()
            # what `rucio rse add` and `rucio rse attribute add` store: the name is an attribute of its own
            for key, value in {element["name"]: True, **element["attributes"]}.items():
                session.add(models.RSEAttrAssociation(rse_id=rse.id, key=key, value=value))
        session.flush()
        json.dump([ask(session, expression) for expression in asked["expressions"]], sys.stdout)


main()
