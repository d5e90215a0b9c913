package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBuiltIn(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), builtIn, "v1", &out))
	var doc struct {
		OpenAPI    string
		Components struct{ Schemas map[string]any }
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &doc))
	assert.Equal(t, "3.0.0", doc.OpenAPI)
	assert.Contains(t, doc.Components.Schemas, "com.example.stable.v1.CronTab")
	assert.Error(t, run(t.Context(), builtIn, "v9", &out))
	assert.Error(t, run(t.Context(), nil, "v1", &out))
}
