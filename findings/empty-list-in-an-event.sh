#!/usr/bin/env bash
# Guess: a pattern with `{"exists": true}` on `problems` matches an event that has `"problems": []`, since the member is there; and whoever tries
#   the pattern on a laptop sees what EventBridge does.
# Seen: event-ruler, with which EventBridge matches, knows only values. An empty list has none, so it does not exist, and `{"exists": false}`
#   matches it. null does exist. moto says the opposite of the empty list, and looks into no list in a list, where ruler does.
# For us: our events have no lists (docs/events.md), so that a pattern on any member means the same in both.
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
    List<List<String>> cases = List.of(
        List.of("{\"problems\":[{\"exists\":true}]}", "{\"problems\":[]}"),
        List.of("{\"problems\":[{\"exists\":false}]}", "{\"problems\":[]}"),
        List.of("{\"problems\":[{\"exists\":true}]}", "{\"problems\":null}"),
        List.of("{\"problems\":[\"disk\"]}", "{\"problems\":[[\"disk\"]]}"));
    for (List<String> one : cases) {
      Machine machine = new Machine();
      machine.addRule("rule", one.get(0));
      System.out.println(one.get(0) + "\t" + one.get(1) + "\t" + (machine.rulesForJSONEvent(one.get(1)).isEmpty() ? "no" : "yes"));
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
        seen.append((ruler, moto))
sys.exit(0 if seen == [("no", "yes"), ("yes", "no"), ("yes", "yes"), ("yes", "no")] else "this has changed")
PY
echo "as found: an empty list does not exist for EventBridge, and does for moto"
