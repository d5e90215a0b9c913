package main

import (
	"encoding/json"
	"io"
	"strings"
)

// reporter writes verdicts in some format.
type reporter interface {
	verdict(v verdict) error
	end(sum *summary) error
}

type newReporter func(to io.Writer, o *options) reporter

// compactJSON is a value on one line, with <, > and & as they are.
func compactJSON(value any) (string, error) {
	var line strings.Builder
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return strings.TrimSuffix(line.String(), "\n"), err
}
