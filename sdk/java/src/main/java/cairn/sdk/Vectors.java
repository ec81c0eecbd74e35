package cairn.sdk;

import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs vectors.json, whose path is the argument, against the server at CAIRN_URL. See docs/sdks.md. */
public final class Vectors {
  private record File(List<Vector> vectors) {}

  public static void main(String[] arguments) throws Exception {
    var file = new Gson().fromJson(Files.readString(Path.of(arguments[0])), File.class);
    var match = new Match();
    var failed = 0;
    for (var vector : file.vectors()) {
      var fault = attempt(vector, match);
      if (fault == null) continue;
      failed++;
      System.out.println("FAILED " + vector.name() + ": " + fault);
    }
    System.out.println(file.vectors().size() - failed + " passed, " + failed + " failed");
    System.exit(failed == 0 ? 0 : 1);
  }

  private static String attempt(Vector vector, Match match) {
    try {
      return vector.run(match);
    } catch (Exception error) {
      return error.toString();
    }
  }
}
