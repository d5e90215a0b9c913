package status_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/status"
)

func TestUnrecognized(t *testing.T) {
	for text, want := range map[string]string{
		"":     "<empty>",
		"[]":   "5b5d",
		"{}":   "{}",
		` {}`:  "207b7d",
		"null": "6e756c6c",
		`{"spec":{"image":"nginx","replicas":3}}`: `{"spec":{"image":"nginx","repl ...`,
		strings.Repeat("a", 31):                   strings.Repeat("61", 30) + " ...",
		"{" + strings.Repeat("ä", 9):              "{" + strings.Repeat("ä", 9),
		"{" + strings.Repeat("€", 9) + "äö":       "{" + strings.Repeat("€", 9) + "ä ...",
		"{a" + strings.Repeat("€", 10):            "{a" + strings.Repeat("€", 9) + "\ufffd ...",
	} {
		assert.Equal(t, "the object provided is unrecognized (must be of type K): why ("+want+")", status.Unrecognized("K", []byte(text), "why").Message)
	}
}
