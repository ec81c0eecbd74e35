package cairn.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.HashMap;
import java.util.Map;

/** The comparison of vectors, and what earlier ones captured: see docs/sdks.md. */
final class Match {
  private final Map<String, JsonElement> names = new HashMap<>();

  /** Keeps the member at a path such as `results.0.id`. */
  void capture(String name, JsonElement answer, String path) {
    var member = answer;
    for (var part : path.split("\\.")) {
      if (member == null) break;
      member =
          member.isJsonArray()
              ? member.getAsJsonArray().get(Integer.parseInt(part))
              : member.getAsJsonObject().get(part);
    }
    if (member == null) throw new IllegalArgumentException("the answer has no " + path);
    names.put(name, member);
  }

  /** What a request asks for: "$name" is the value that an earlier vector captured. */
  JsonElement filled(JsonElement value) {
    if (isReference(value)) return captured(value.getAsString());
    if (value.isJsonArray()) {
      var list = new JsonArray();
      for (var each : value.getAsJsonArray()) list.add(filled(each));
      return list;
    }
    if (!value.isJsonObject()) return value;
    var object = new JsonObject();
    value.getAsJsonObject().entrySet().forEach(each -> object.add(each.getKey(), filled(each.getValue())));
    return object;
  }

  /** Where an answer is not what was expected, or null. */
  String difference(JsonElement expected, JsonElement actual, String path) {
    if (expected.isJsonArray()) return listDifference(expected.getAsJsonArray(), actual, path);
    if (!expected.isJsonObject()) return isValue(expected, actual) ? null : differs(path, expected, actual);
    if (actual == null || !actual.isJsonObject()) return differs(path, expected, actual);
    for (var each : expected.getAsJsonObject().entrySet()) {
      var member = actual.getAsJsonObject().get(each.getKey());
      var found = difference(each.getValue(), member, path + "." + each.getKey());
      if (found != null) return found;
    }
    return null;
  }

  private String listDifference(JsonArray expected, JsonElement actual, String path) {
    if (actual == null || !actual.isJsonArray() || actual.getAsJsonArray().size() != expected.size())
      return differs(path, expected, actual);
    for (var index = 0; index < expected.size(); index++) {
      var found = difference(expected.get(index), actual.getAsJsonArray().get(index), path + "." + index);
      if (found != null) return found;
    }
    return null;
  }

  private boolean isValue(JsonElement expected, JsonElement actual) {
    if (actual == null) return false;
    if (!isReference(expected)) return isNumber(expected) ? equalNumbers(expected, actual) : expected.equals(actual);
    var text = expected.getAsString();
    if (text.equals("$any")) return !actual.isJsonNull() && !actual.equals(new JsonPrimitive(""));
    if (text.startsWith("$has:"))
      return actual.isJsonPrimitive() && actual.getAsString().contains(text.substring("$has:".length()));
    return captured(text).equals(actual);
  }

  private JsonElement captured(String name) {
    var value = names.get(name.substring(1));
    if (value == null) throw new IllegalArgumentException("nothing was captured as " + name);
    return value;
  }

  private static boolean equalNumbers(JsonElement expected, JsonElement actual) {
    return isNumber(actual) && expected.getAsDouble() == actual.getAsDouble();
  }

  private static boolean isNumber(JsonElement value) {
    return value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
  }

  private static boolean isReference(JsonElement value) {
    return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString() && value.getAsString().startsWith("$");
  }

  private static String differs(String path, JsonElement expected, JsonElement actual) {
    return path + ": expected " + expected + ", got " + actual;
  }
}
