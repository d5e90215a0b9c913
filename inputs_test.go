package crdschema_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
)

// deletionTime is the time of the requests of the tests about deletion.
var deletionTime = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// list returns texts as JSON values.
func list(texts []string) any {
	out := make([]any, len(texts))
	for i, text := range texts {
		out[i] = text
	}
	return out
}

// texts returns JSON values as texts.
func texts(v any) []string {
	var out []string
	for _, e := range v.([]any) {
		out = append(out, e.(string))
	}
	return out
}

// compileStored returns the definition of a CRD that a server would not create any more.
func compileStored(t *testing.T, text string) *crdschema.Definition {
	t.Helper()
	d, err := crdschema.CompileYAML(t.Context(), []byte(text))
	require.NoError(t, err)
	return d
}
