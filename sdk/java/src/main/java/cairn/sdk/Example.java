package cairn.sdk;

import cairn.gateway.v1.GatewayServiceGrpc;
import cairn.gateway.v1.StreamChatCompletionRequest;
import cairn.memory.v1.AddMessageRequest;
import cairn.memory.v1.ListSessionsRequest;
import cairn.memory.v1.MemoryServiceGrpc;
import cairn.memory.v1.MemoryServiceGrpc.MemoryServiceBlockingStub;
import cairn.memory.v1.SearchRequest;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Channel;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Writes, searches, streams a chat, and reads an error and the limits. CAIRN_URL and CAIRN_KEY say where and as whom. */
public final class Example {
  private static final String CONTENT = "Ana keeps bees on her roof in Lisbon.";

  public static void main(String[] arguments) throws Exception {
    var url = System.getenv().getOrDefault("CAIRN_URL", "http://127.0.0.1:7070");
    var channel = Connection.connect(url, System.getenv().getOrDefault("CAIRN_KEY", ""));
    try {
      var memory = MemoryServiceGrpc.newBlockingStub(channel);
      write(memory);
      search(memory);
      chat(channel);
      refused(memory);
      limits(memory);
    } finally {
      channel.shutdownNow();
    }
  }

  private static AddMessageRequest message(String role) {
    return AddMessageRequest.newBuilder().setRole(role).setContent(CONTENT).setSessionId("example").build();
  }

  private static void write(MemoryServiceBlockingStub memory) {
    System.out.println("wrote " + memory.addMessage(message("user")).getId());
  }

  private static void search(MemoryServiceBlockingStub memory) {
    var query = SearchRequest.newBuilder().setQuery("Who keeps bees?").setLimit(1).build();
    for (var found : memory.search(query).getResultsList()) System.out.println("found " + found.getContent());
  }

  /** The built-in model needs no provider: it answers with the request that it would have sent. */
  private static void chat(Channel channel) {
    var model = System.getenv().getOrDefault("CAIRN_MODEL", "cairn/inspect");
    var body =
        """
        {"model": "%s", "stream": true, "messages": [{"role": "user", "content": "Who keeps bees?"}]}"""
            .formatted(model);
    var request = StreamChatCompletionRequest.newBuilder().setBody(body).build();
    var chunks = 0;
    var text = new StringBuilder();
    var answers = GatewayServiceGrpc.newBlockingStub(channel).streamChatCompletion(request);
    while (answers.hasNext()) {
      var chunk = JsonParser.parseString(answers.next().getData()).getAsJsonObject();
      for (var choice : chunk.getAsJsonArray("choices")) {
        var content = choice.getAsJsonObject().getAsJsonObject("delta").get("content");
        if (content != null && !content.isJsonNull()) text.append(content.getAsString());
      }
      chunks++;
    }
    System.out.printf("streamed %d chunks, %d characters%n", chunks, text.length());
  }

  private static void refused(MemoryServiceBlockingStub memory) throws InvalidProtocolBufferException {
    var headers = new AtomicReference<Metadata>();
    try {
      memory.withInterceptors(capture(headers)).addMessage(message("robot"));
    } catch (StatusRuntimeException error) {
      var status = error.getStatus();
      System.out.println("refused " + status.getCode().name().toLowerCase() + ": " + status.getDescription());
      for (var refusal : Refusal.of(error)) System.out.println("  field " + refusal.field() + ": " + refusal.message());
      System.out.println("  request " + headers.get().get(Connection.header("x-request-id")));
    }
  }

  private static void limits(MemoryServiceBlockingStub memory) {
    var headers = new AtomicReference<Metadata>();
    memory.withInterceptors(capture(headers)).listSessions(ListSessionsRequest.getDefaultInstance());
    var left = headers.get().get(Connection.header("x-ratelimit-remaining"));
    var reset = Instant.ofEpochSecond(Long.parseLong(headers.get().get(Connection.header("x-ratelimit-reset"))));
    System.out.println("limits: " + left + " requests left until " + reset);
  }

  /** Keeps the headers of the next answer, be it an error. */
  private static ClientInterceptor capture(AtomicReference<Metadata> headers) {
    return MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>());
  }
}
