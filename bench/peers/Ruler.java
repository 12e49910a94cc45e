import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import software.amazon.event.ruler.Machine;

/** Loads rules (a JSON pattern per line) and times events (a JSON text per line): java Ruler.java rules events rounds. */
public final class Ruler {
  public static void main(String[] arguments) throws Exception {
    Machine machine = new Machine();
    long began = System.nanoTime();
    int number = 0;
    try (var lines = Files.newBufferedReader(Path.of(arguments[0]))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        machine.addRule(Integer.toString(number++), line);
      }
    }
    double loadSeconds = (System.nanoTime() - began) / 1e9;
    List<String> events = new ArrayList<>(Files.readAllLines(Path.of(arguments[1])));
    int rounds = Integer.parseInt(arguments[2]);
    for (int round = 0; round < 20 * rounds; round++) machine.rulesForJSONEvent(events.get(round % events.size()));
    double[] micros = new double[rounds];
    long matches = 0;
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      List<String> found = machine.rulesForJSONEvent(events.get(round % events.size()));
      micros[round] = (System.nanoTime() - start) / 1e3;
      matches += found.size();
    }
    Arrays.sort(micros);
    System.out.printf(
        java.util.Locale.ROOT,
        "{\"loadSeconds\": %.3f, \"micros\": %.3f, \"matches\": %d}%n",
        loadSeconds, micros[rounds / 2], matches);
  }
}
