// Writes, searches, streams a chat, and reads an error and the limits. CAIRN_URL and CAIRN_KEY say where and as whom.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"connectrpc.com/connect"
	gatewayv1 "example.com/cairn/gen/cairn/gateway/v1"
	"example.com/cairn/gen/cairn/gateway/v1/gatewayv1connect"
	memoryv1 "example.com/cairn/gen/cairn/memory/v1"
	"example.com/cairn/gen/cairn/memory/v1/memoryv1connect"
	"example.com/cairn/sdk"
	"google.golang.org/protobuf/proto"
)

const content = "Ana keeps bees on her roof in Lisbon."

func main() {
	url := cmp.Or(os.Getenv("CAIRN_URL"), "http://127.0.0.1:7070")
	authorize := sdk.Authorize(os.Getenv("CAIRN_KEY"))
	memory := memoryv1connect.NewMemoryServiceClient(http.DefaultClient, url, authorize)
	gateway := gatewayv1connect.NewGatewayServiceClient(http.DefaultClient, url, authorize)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for _, step := range []func() error{
		func() error { return write(ctx, memory) },
		func() error { return search(ctx, memory) },
		func() error { return chat(ctx, gateway) },
		func() error { return refused(ctx, memory) },
		func() error { return limits(ctx, memory) },
	} {
		if err := step(); err != nil {
			log.Fatal(err)
		}
	}
}

func write(ctx context.Context, memory memoryv1connect.MemoryServiceClient) error {
	message := &memoryv1.AddMessageRequest{Role: "user", Content: content, SessionId: "example"}
	written, err := memory.AddMessage(ctx, connect.NewRequest(message))
	if err != nil {
		return err
	}
	fmt.Println("wrote", written.Msg.GetId())
	return nil
}

func search(ctx context.Context, memory memoryv1connect.MemoryServiceClient) error {
	query := &memoryv1.SearchRequest{Query: "Who keeps bees?", Limit: proto.Int32(1)}
	answer, err := memory.Search(ctx, connect.NewRequest(query))
	if err != nil {
		return err
	}
	for _, found := range answer.Msg.GetResults() {
		fmt.Println("found", found.GetContent())
	}
	return nil
}

// The built-in model needs no provider: it answers with the request that it would have sent.
func chat(ctx context.Context, gateway gatewayv1connect.GatewayServiceClient) error {
	body, err := json.Marshal(map[string]any{
		"model":    cmp.Or(os.Getenv("CAIRN_MODEL"), "cairn/inspect"),
		"stream":   true,
		"messages": []map[string]string{{"role": "user", "content": "Who keeps bees?"}},
	})
	if err != nil {
		return err
	}
	request := connect.NewRequest(&gatewayv1.StreamChatCompletionRequest{Body: string(body)})
	stream, err := gateway.StreamChatCompletion(ctx, request)
	if err != nil {
		return err
	}
	defer stream.Close()
	chunks, text := 0, ""
	for stream.Receive() {
		var chunk struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(stream.Msg().GetData()), &chunk); err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			text += choice.Delta.Content
		}
		chunks++
	}
	fmt.Printf("streamed %d chunks, %d characters\n", chunks, len([]rune(text)))
	return stream.Err()
}

func refused(ctx context.Context, memory memoryv1connect.MemoryServiceClient) error {
	message := &memoryv1.AddMessageRequest{Role: "robot", Content: content, SessionId: "example"}
	_, err := memory.AddMessage(ctx, connect.NewRequest(message))
	var failure *connect.Error
	if !errors.As(err, &failure) {
		return fmt.Errorf("expected a refusal, got %w", err)
	}
	fmt.Printf("refused %s: %s\n", failure.Code(), failure.Message())
	for _, violation := range sdk.Violations(err) {
		fmt.Printf("  field %s: %s\n", violation.Field, violation.Message)
	}
	fmt.Println("  request", failure.Meta().Get("X-Request-Id"))
	return nil
}

func limits(ctx context.Context, memory memoryv1connect.MemoryServiceClient) error {
	answer, err := memory.ListSessions(ctx, connect.NewRequest(&memoryv1.ListSessionsRequest{}))
	if err != nil {
		return err
	}
	reset, err := strconv.ParseInt(answer.Header().Get("X-RateLimit-Reset"), 10, 64)
	if err != nil {
		return err
	}
	left := answer.Header().Get("X-RateLimit-Remaining")
	fmt.Printf("limits: %s requests left until %s\n", left, time.Unix(reset, 0).UTC().Format(time.RFC3339))
	return nil
}
