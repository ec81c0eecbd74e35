package cairn.sdk;

import build.buf.validate.FieldPath;
import build.buf.validate.Violations;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What an error says beside its code and its message: a member that was refused, such as `messages[1].role`. */
public record Refusal(String field, String message) {
  /** The members that an error blames; none where no member is to blame. */
  public static List<Refusal> of(StatusRuntimeException error) throws InvalidProtocolBufferException {
    var found = new ArrayList<Refusal>();
    for (var detail : StatusProto.fromThrowable(error).getDetailsList()) {
      if (!detail.is(Violations.class)) continue;
      for (var each : detail.unpack(Violations.class).getViolationsList())
        found.add(new Refusal(path(each.getField()), each.getMessage()));
    }
    return found;
  }

  private static String path(FieldPath field) {
    return field.getElementsList().stream()
        .map(each -> each.hasIndex() ? each.getFieldName() + "[" + each.getIndex() + "]" : each.getFieldName())
        .collect(Collectors.joining("."));
  }
}
