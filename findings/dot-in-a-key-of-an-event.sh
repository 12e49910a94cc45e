#!/usr/bin/env bash
# Guess: in an event, the key "cost.center" is one name, and `{"cost": {"center": …}}` are two; a pattern for the one does not match the other.
# Seen: event-ruler, with which EventBridge matches, joins the names of a path by dots before it compares. Each of the two patterns matches each
#   of the two events, and so does moto. Both in one event are two values of one name, and either will do.
# For us: no member of our events has a dot in its name, and labels are not in them (docs/events.md). A rule on a label of one's own events, such as
#   `cost.center`, also matches where `cost` is a map.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>
<dependencies><dependency><groupId>software.amazon.event.ruler</groupId><artifactId>event-ruler</artifactId><version>1.8.1</version></dependency></dependencies></project>
XML
mvn --quiet --batch-mode org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib >/dev/null
python3 -m venv --without-pip "$folder/venv"
python3 -m pip --python "$folder/venv/bin/python" install --quiet --disable-pip-version-check --no-compile 'moto[events]==5.2.5'
cat > Look.java <<'JAVA'
import java.util.List;
import software.amazon.event.ruler.Machine;

class Look {
  public static void main(String[] none) throws Exception {
    for (String pattern : List.of("{\"cost.center\":[\"A\"]}", "{\"cost\":{\"center\":[\"A\"]}}")) {
      for (String event : List.of("{\"cost.center\":\"A\"}", "{\"cost\":{\"center\":\"A\"}}", "{\"cost.center\":\"B\",\"cost\":{\"center\":\"A\"}}")) {
        Machine machine = new Machine();
        machine.addRule("rule", pattern);
        System.out.println(pattern + "\t" + event + "\t" + (machine.rulesForJSONEvent(event).isEmpty() ? "no" : "yes"));
      }
    }
  }
}
JAVA
java -cp 'lib/*' Look.java > seen.txt
"$folder/venv/bin/python" - <<'PY'
import json
import sys

from moto.events.models import EventPattern

print("event-ruler 1.8.1, moto 5.2.5")
seen = []
with open("seen.txt") as file:
    for line in file:
        pattern, event, ruler = line.rstrip("\n").split("\t")
        moto = "yes" if EventPattern.load(pattern).matches_event(json.loads(event)) else "no"
        print(f"{pattern} matches {event}: ruler {ruler}, moto {moto}")
        seen += [ruler, moto]
# moto looks at one of two such values only
sys.exit(0 if len(seen) == 12 and seen[:4] + seen[6:10] == ["yes"] * 8 and seen[4] == seen[10] == "yes" else "this has changed")
PY
echo "as found: a dot in a name and a level of nesting are the same for a pattern"
