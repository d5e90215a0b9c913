package crdtest

import (
	"context"
	"strings"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/valuediff"
)

// describe returns a line about a value that differs between two objects.
func describe(d valuediff.Difference) string {
	path := ""
	if len(d.Path) > 0 {
		path = d.Path.String()
	}
	switch {
	case d.Missing:
		return path + ": missing: " + inline(d.Want)
	case d.Extra:
		return path + ": not expected: " + inline(d.Got)
	}
	return path + ": is " + inline(d.Got) + " instead of " + inline(d.Want)
}

// maxInline is the number of bytes of a value in a message.
const maxInline = 200

func inline(v any) string {
	text, err := document.EncodeYAML(context.Background(), v)
	if err != nil {
		return err.Error()
	}
	line := strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; ")
	if len(line) > maxInline {
		line = line[:maxInline] + " ..."
	}
	return line
}
