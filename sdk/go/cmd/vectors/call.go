package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	"connectrpc.com/connect"
	"example.com/cairn/gen/cairn/admin/v1/adminv1connect"
	"example.com/cairn/gen/cairn/directives/v1/directivesv1connect"
	"example.com/cairn/gen/cairn/gateway/v1/gatewayv1connect"
	"example.com/cairn/gen/cairn/graph/v1/graphv1connect"
	"example.com/cairn/gen/cairn/memory/v1/memoryv1connect"
	"example.com/cairn/gen/cairn/patterns/v1/patternsv1connect"
	"example.com/cairn/sdk"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

const timeout = 30 * time.Second

// outcome is what became of a call: an answer as JSON, or an error.
type outcome struct {
	answer any
	err    *connect.Error
	header http.Header
}

func clientOf(service, key string) (any, error) {
	url, authorize := os.Getenv("CAIRN_URL"), sdk.Authorize(key)
	switch service {
	case adminv1connect.AdminServiceName:
		return adminv1connect.NewAdminServiceClient(http.DefaultClient, url, authorize), nil
	case directivesv1connect.DirectivesServiceName:
		return directivesv1connect.NewDirectivesServiceClient(http.DefaultClient, url, authorize), nil
	case gatewayv1connect.GatewayServiceName:
		return gatewayv1connect.NewGatewayServiceClient(http.DefaultClient, url, authorize), nil
	case graphv1connect.GraphServiceName:
		return graphv1connect.NewGraphServiceClient(http.DefaultClient, url, authorize), nil
	case memoryv1connect.MemoryServiceName:
		return memoryv1connect.NewMemoryServiceClient(http.DefaultClient, url, authorize), nil
	case patternsv1connect.PatternsServiceName:
		return patternsv1connect.NewPatternsServiceClient(http.DefaultClient, url, authorize), nil
	}
	return nil, fmt.Errorf("no such service: %s", service)
}

// call finds the RPC's method on its generated client by name, so that no table lists them all.
func call(each vector, request any) (outcome, error) {
	service, name, _ := strings.Cut(each.RPC, "/")
	client, err := clientOf(service, os.Getenv("CAIRN_KEY_"+strings.ToUpper(each.Key)))
	if err != nil {
		return outcome{}, err
	}
	method := reflect.ValueOf(client).MethodByName(name)
	if !method.IsValid() {
		return outcome{}, fmt.Errorf("no such RPC: %s", each.RPC)
	}
	// *connect.Request[T], whose member Msg is a *T.
	wrapped := reflect.New(method.Type().In(1).Elem())
	message := reflect.New(wrapped.Elem().FieldByName("Msg").Type().Elem())
	text, err := json.Marshal(request)
	if err != nil {
		return outcome{}, err
	}
	if err := protojson.Unmarshal(text, message.Interface().(proto.Message)); err != nil {
		return outcome{}, err
	}
	wrapped.Elem().FieldByName("Msg").Set(message)
	for name, value := range each.Send {
		wrapped.Interface().(connect.AnyRequest).Header().Set(name, value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	returned := method.Call([]reflect.Value{reflect.ValueOf(ctx), wrapped})
	if err, _ := returned[1].Interface().(error); err != nil {
		return failed(err)
	}
	if response, ok := returned[0].Interface().(connect.AnyResponse); ok {
		answer, err := toJSON(response.Any().(proto.Message))
		return outcome{answer: answer, header: response.Header()}, err
	}
	return streamed(returned[0])
}

// streamed reads a *connect.ServerStreamForClient[T] to its end.
func streamed(value reflect.Value) (outcome, error) {
	stream := value.Interface().(interface {
		Receive() bool
		Err() error
		ResponseHeader() http.Header
		Close() error
	})
	defer stream.Close()
	messages := []any{}
	for stream.Receive() {
		message, err := toJSON(value.MethodByName("Msg").Call(nil)[0].Interface().(proto.Message))
		if err != nil {
			return outcome{}, err
		}
		messages = append(messages, message)
	}
	if err := stream.Err(); err != nil {
		return failed(err)
	}
	return outcome{answer: map[string]any{"messages": messages}, header: stream.ResponseHeader()}, nil
}

func failed(err error) (outcome, error) {
	var refused *connect.Error
	if !errors.As(err, &refused) {
		return outcome{}, err
	}
	return outcome{err: refused, header: refused.Meta()}, nil
}

func toJSON(message proto.Message) (any, error) {
	text, err := protojson.MarshalOptions{EmitDefaultValues: true, UseProtoNames: true}.Marshal(message)
	if err != nil {
		return nil, err
	}
	var value any
	return value, json.Unmarshal(text, &value)
}
