// Runs ../vectors.json against the server at CAIRN_URL, one vector behind the other. See docs/sdks.md.
package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example.com/cairn/sdk"
)

const (
	patience = 20 * time.Second
	pause    = 100 * time.Millisecond
)

var always = []string{"X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset"}

type vector struct {
	Name    string
	RPC     string
	Key     string
	Send    map[string]string
	Request any
	Expect  any
	Capture map[string]string
	Error   *struct{ Code, Field, Message string }
	// Headers is nil where the vector names none.
	Headers    []string
	Eventually bool
}

func main() {
	text, err := os.ReadFile(cmp.Or(os.Getenv("CAIRN_VECTORS"), "../vectors.json"))
	if err != nil {
		log.Fatal(err)
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		log.Fatal(err)
	}
	failed := 0
	captured := names{}
	for _, each := range file.Vectors {
		if err := run(each, captured); err != nil {
			failed++
			fmt.Printf("FAILED %s: %v\n", each.Name, err)
		}
	}
	fmt.Printf("%d passed, %d failed\n", len(file.Vectors)-failed, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

func run(each vector, captured names) error {
	each.Key = cmp.Or(each.Key, "own")
	request, err := captured.filled(each.Request)
	if err != nil {
		return err
	}
	deadline := time.Now()
	if each.Eventually {
		deadline = deadline.Add(patience)
	}
	for {
		done, err := call(each, request)
		if err != nil {
			return err
		}
		fault := check(each, done, captured)
		if fault == nil {
			return capture(each, done.answer, captured)
		}
		if !time.Now().Before(deadline) {
			return fault
		}
		time.Sleep(pause)
	}
}

func capture(each vector, answer any, captured names) error {
	for name, path := range each.Capture {
		value, err := at(answer, path)
		if err != nil {
			return err
		}
		captured[name] = value
	}
	return nil
}

// check says why an outcome is not the one that the vector wants.
func check(each vector, done outcome, captured names) error {
	if err := checkAnswer(each, done, captured); err != nil {
		return err
	}
	wanted := each.Headers
	if wanted == nil {
		wanted = always
	}
	for _, name := range wanted {
		if done.header.Get(name) == "" {
			return fmt.Errorf("no header %s", name)
		}
	}
	return nil
}

func checkAnswer(each vector, done outcome, captured names) error {
	if each.Error == nil {
		if done.err != nil {
			return fmt.Errorf("refused: %w", done.err)
		}
		return captured.match(each.Expect, done.answer, "answer")
	}
	if done.err == nil {
		return fmt.Errorf("expected %s, got %v", each.Error.Code, done.answer)
	}
	if done.err.Code().String() != each.Error.Code || !strings.Contains(done.err.Message(), each.Error.Message) {
		return fmt.Errorf("expected %+v, got %w", *each.Error, done.err)
	}
	if each.Error.Field == "" {
		return nil
	}
	violations := sdk.Violations(done.err)
	for _, violation := range violations {
		if violation.Field == each.Error.Field {
			return nil
		}
	}
	return fmt.Errorf("expected field %s, got %v", each.Error.Field, violations)
}
