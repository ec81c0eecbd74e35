package cairn.sdk;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.Map;

/** One request and what is expected of it; what it does not name is null. */
record Vector(
    String name,
    String rpc,
    String key,
    Map<String, String> send,
    JsonElement request,
    JsonObject expect,
    Map<String, String> capture,
    Expected error,
    List<String> headers,
    boolean eventually) {
  private static final long PATIENCE_MS = 20_000;
  private static final long PAUSE_MS = 100;
  private static final List<String> ALWAYS = List.of("x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset");

  record Expected(String code, String field, String message) {}

  /** Why the outcome is not the one that the vector wants, or null. */
  String run(Match match) throws Exception {
    var filled = match.filled(request);
    var secret = System.getenv().getOrDefault("CAIRN_KEY_" + (key == null ? "own" : key).toUpperCase(), "");
    var channel = Connection.connect(System.getenv("CAIRN_URL"), secret);
    try {
      return run(match, channel, filled);
    } finally {
      channel.shutdownNow();
    }
  }

  private String run(Match match, ManagedChannel channel, JsonElement filled) throws Exception {
    var deadline = System.currentTimeMillis() + (eventually ? PATIENCE_MS : 0);
    while (true) {
      var outcome = Outcome.of(channel, rpc, send == null ? Map.of() : send, filled);
      var fault = fault(match, outcome);
      if (fault == null) {
        if (capture != null) capture.forEach((name, path) -> match.capture(name, outcome.answer(), path));
        return null;
      }
      if (System.currentTimeMillis() >= deadline) return fault;
      Thread.sleep(PAUSE_MS);
    }
  }

  private String fault(Match match, Outcome outcome) throws InvalidProtocolBufferException {
    var fault = error == null ? answerFault(match, outcome) : errorFault(outcome);
    if (fault != null) return fault;
    for (var header : headers == null ? ALWAYS : headers)
      if (outcome.headers().get(Connection.header(header)) == null) return "no header " + header;
    return null;
  }

  private String answerFault(Match match, Outcome outcome) {
    if (outcome.error() != null) return "refused: " + outcome.error();
    return match.difference(expect, outcome.answer(), "answer");
  }

  private String errorFault(Outcome outcome) throws InvalidProtocolBufferException {
    if (outcome.error() == null) return "expected " + error + ", got " + outcome.answer();
    var status = outcome.error().getStatus();
    var isCode = status.getCode().name().equalsIgnoreCase(error.code());
    var description = status.getDescription() == null ? "" : status.getDescription();
    if (!isCode || (error.message() != null && !description.contains(error.message())))
      return "expected " + error + ", got " + status;
    var refusals = Refusal.of(outcome.error());
    if (error.field() == null || refusals.stream().anyMatch(each -> each.field().equals(error.field()))) return null;
    return "expected field " + error.field() + ", got " + refusals;
  }
}
