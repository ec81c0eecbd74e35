package cairn.sdk;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.net.URI;

/** How a server is reached; every call carries the key. */
public final class Connection {
  /** A model's answer may be longer than the 4 MiB that gRPC reads by default. */
  private static final int ANSWER_BYTES_MAX = 64 << 20;

  private Connection() {}

  /** A channel to `http://host:port` in the clear, or to `https://host:port`. The caller shuts it down. */
  public static ManagedChannel connect(String url, String key) {
    var address = URI.create(url);
    var secure = address.getScheme().equals("https");
    var port = address.getPort() != -1 ? address.getPort() : secure ? 443 : 80;
    var builder =
        ManagedChannelBuilder.forAddress(address.getHost(), port)
            .maxInboundMessageSize(ANSWER_BYTES_MAX)
            .intercept(new Authorize(key));
    return (secure ? builder : builder.usePlaintext()).build();
  }

  /** The name of a header, for reading and writing it. */
  public static Metadata.Key<String> header(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  private record Authorize(String key) implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          if (!key.isEmpty()) headers.put(header("authorization"), "Bearer " + key);
          super.start(listener, headers);
        }
      };
    }
  }
}
