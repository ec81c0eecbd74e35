package sdk

import (
	"errors"
	"fmt"
	"strings"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"connectrpc.com/connect"
)

// Violation is one member that was refused, such as "messages[1].role", and the reason.
type Violation struct{ Field, Message string }

// Violations reads the details of an error; there are none where no member is to blame.
func Violations(err error) []Violation {
	var refused *connect.Error
	if !errors.As(err, &refused) {
		return nil
	}
	var found []Violation
	for _, detail := range refused.Details() {
		value, err := detail.Value()
		if err != nil {
			continue
		}
		if violations, ok := value.(*validate.Violations); ok {
			for _, each := range violations.GetViolations() {
				found = append(found, Violation{path(each.GetField()), each.GetMessage()})
			}
		}
	}
	return found
}

func path(field *validate.FieldPath) string {
	var names []string
	for _, element := range field.GetElements() {
		name := element.GetFieldName()
		if index, ok := element.GetSubscript().(*validate.FieldPathElement_Index); ok {
			name = fmt.Sprintf("%s[%d]", name, index.Index)
		}
		names = append(names, name)
	}
	return strings.Join(names, ".")
}
