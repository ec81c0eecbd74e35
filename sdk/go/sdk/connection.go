// Package sdk holds what the generated code leaves to its user: the key on every call, and how to read an error.
package sdk

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
)

// Authorize sends a key with every call; an empty one is left out.
func Authorize(key string) connect.ClientOption {
	return connect.WithInterceptors(authorizer(key))
}

type authorizer string

func (key authorizer) set(header http.Header) {
	if key != "" {
		header.Set("Authorization", "Bearer "+string(key))
	}
}

func (key authorizer) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		key.set(request.Header())
		return next(ctx, request)
	}
}

func (key authorizer) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		conn := next(ctx, spec)
		key.set(conn.RequestHeader())
		return conn
	}
}

func (key authorizer) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}
