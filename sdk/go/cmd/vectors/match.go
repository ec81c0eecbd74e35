package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// names holds what earlier vectors captured.
type names map[string]any

// filled is a request with "$name" replaced by what was captured.
func (captured names) filled(value any) (any, error) {
	switch value := value.(type) {
	case string:
		if strings.HasPrefix(value, "$") {
			return captured.get(value)
		}
	case []any:
		list := make([]any, len(value))
		for index, each := range value {
			var err error
			if list[index], err = captured.filled(each); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		object := map[string]any{}
		for name, each := range value {
			var err error
			if object[name], err = captured.filled(each); err != nil {
				return nil, err
			}
		}
		return object, nil
	}
	return value, nil
}

// match says where an answer is not what was expected.
func (captured names) match(expected, actual any, path string) error {
	switch expected := expected.(type) {
	case []any:
		list, ok := actual.([]any)
		if !ok || len(list) != len(expected) {
			return differs(path, expected, actual)
		}
		for index, each := range expected {
			if err := captured.match(each, list[index], fmt.Sprintf("%s.%d", path, index)); err != nil {
				return err
			}
		}
		return nil
	case map[string]any:
		object, ok := actual.(map[string]any)
		if !ok {
			return differs(path, expected, actual)
		}
		for name, each := range expected {
			if err := captured.match(each, object[name], path+"."+name); err != nil {
				return err
			}
		}
		return nil
	}
	return captured.matchValue(expected, actual, path)
}

func (captured names) matchValue(expected, actual any, path string) error {
	text, _ := expected.(string)
	part, isPart := strings.CutPrefix(text, "$has:")
	equal := false
	switch {
	case text == "$any":
		equal = actual != nil && actual != ""
	case isPart:
		whole, ok := actual.(string)
		equal = ok && strings.Contains(whole, part)
	case strings.HasPrefix(text, "$"):
		value, err := captured.get(text)
		if err != nil {
			return err
		}
		equal = value == actual
	default:
		equal = reflect.DeepEqual(expected, actual)
	}
	if equal {
		return nil
	}
	return differs(path, expected, actual)
}

func (captured names) get(name string) (any, error) {
	value, ok := captured[strings.TrimPrefix(name, "$")]
	if !ok {
		return nil, fmt.Errorf("nothing was captured as %s", name)
	}
	return value, nil
}

// at is the member at a path such as "results.0.id".
func at(value any, path string) (any, error) {
	member := value
	for name := range strings.SplitSeq(path, ".") {
		index, err := strconv.Atoi(name)
		if list, ok := member.([]any); ok && err == nil && index < len(list) {
			member = list[index]
		} else if object, ok := member.(map[string]any); ok {
			member = object[name]
		} else {
			member = nil
		}
		if member == nil {
			return nil, fmt.Errorf("the answer has no %s", path)
		}
	}
	return member, nil
}

func differs(path string, expected, actual any) error {
	want, _ := json.Marshal(expected)
	got, _ := json.Marshal(actual)
	return fmt.Errorf("%s: expected %s, got %s", path, want, got)
}
