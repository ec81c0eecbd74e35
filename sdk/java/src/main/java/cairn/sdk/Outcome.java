package cairn.sdk;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** What became of a call: an answer as JSON, or an error. */
record Outcome(JsonElement answer, StatusRuntimeException error, Metadata headers) {
  private static final int TIMEOUT_S = 30;
  private static final JsonFormat.Printer printer =
      JsonFormat.printer().preservingProtoFieldNames().alwaysPrintFieldsWithNoPresence();

  /** Calls `cairn.memory.v1.MemoryService/Search` or another RPC of the generated services. */
  static Outcome of(Channel channel, String rpc, Map<String, String> send, JsonElement request) throws Exception {
    var method = methodOf(rpc);
    var marshaller = (PrototypeMarshaller<Message>) method.getRequestMarshaller();
    var message = marshaller.getMessagePrototype().newBuilderForType();
    JsonFormat.parser().merge(request.toString(), message);
    var metadata = new Metadata();
    send.forEach((name, value) -> metadata.put(Connection.header(name), value));
    var headers = new AtomicReference<Metadata>();
    var trailers = new AtomicReference<Metadata>();
    var called =
        ClientInterceptors.intercept(
            channel,
            MetadataUtils.newAttachHeadersInterceptor(metadata),
            MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
    try {
      var answer = answer(called, method, message.build());
      return new Outcome(answer, null, merged(headers, trailers));
    } catch (StatusRuntimeException error) {
      return new Outcome(null, error, merged(headers, trailers));
    }
  }

  private static JsonElement answer(Channel channel, MethodDescriptor<Message, Message> method, Message request)
      throws InvalidProtocolBufferException {
    var options = CallOptions.DEFAULT.withDeadlineAfter(TIMEOUT_S, TimeUnit.SECONDS);
    if (method.getType() == MethodDescriptor.MethodType.UNARY)
      return json(ClientCalls.blockingUnaryCall(channel, method, options, request));
    var messages = new JsonArray();
    var answers = ClientCalls.blockingServerStreamingCall(channel, method, options, request);
    while (answers.hasNext()) messages.add(json(answers.next()));
    var object = new JsonObject();
    object.add("messages", messages);
    return object;
  }

  /** The descriptor of an RPC, from the class that is generated for its service. */
  @SuppressWarnings("unchecked") // every message of the generated services is a Message
  private static MethodDescriptor<Message, Message> methodOf(String rpc) throws ReflectiveOperationException {
    var service = Class.forName(rpc.substring(0, rpc.indexOf('/')) + "Grpc");
    var descriptor = (ServiceDescriptor) service.getMethod("getServiceDescriptor").invoke(null);
    return descriptor.getMethods().stream()
        .filter(each -> each.getFullMethodName().equals(rpc))
        .map(each -> (MethodDescriptor<Message, Message>) each)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such RPC: " + rpc));
  }

  private static JsonElement json(Message message) throws InvalidProtocolBufferException {
    return JsonParser.parseString(printer.print(message));
  }

  /** Headers, and trailers where the server sent nothing else. */
  private static Metadata merged(AtomicReference<Metadata> headers, AtomicReference<Metadata> trailers) {
    var all = new Metadata();
    if (headers.get() != null) all.merge(headers.get());
    if (trailers.get() != null) all.merge(trailers.get());
    return all;
  }
}
