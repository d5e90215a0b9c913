package conversiontest_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/conversiontest"
	"github.com/seed95800270/crdschema/structural"
)

const older, newer = "example.com/v1beta1", "example.com/v1"

func TestSamples(t *testing.T) {
	schema := map[string]any{"type": "object", "properties": map[string]any{
		"hostPort": map[string]any{"type": "string", "pattern": "^[a-z]+:[0-9]+$"},
		"list":     map[string]any{"type": "array", "items": map[string]any{"type": "integer"}},
	}}
	generated, err := conversiontest.Generate(context.Background(), older, "Thing", schema, 50)
	require.NoError(t, err)
	for _, sample := range generated {
		normal, err := structural.Normalize(sample)
		require.NoError(t, err)
		assert.Equal(t, sample, normal)
	}
	losses, err := conversiontest.RoundTrip(context.Background(), conversion.None{}, []string{older, newer}, generated)
	require.NoError(t, err)
	assert.Empty(t, losses)
	again, err := conversiontest.Generate(context.Background(), older, "Thing", schema, 50)
	require.NoError(t, err)
	assert.Equal(t, generated, again)
	none, err := conversiontest.Generate(context.Background(), older, "Thing", schema, -1)
	require.NoError(t, err)
	assert.Empty(t, none)
	_, err = conversiontest.Generate(context.Background(), older, "Thing", map[string]any{"f": func() {}}, 1)
	assert.Error(t, err)
}

// Samples are generated from a schema.
func ExampleGenerate() {
	schema := map[string]any{"type": "object", "properties": map[string]any{"suspend": map[string]any{"type": "boolean"}}}
	objects, err := conversiontest.Generate(context.Background(), older, "CronTab", schema, 20)
	if err != nil {
		panic(err)
	}
	losses, err := conversiontest.RoundTrip(context.Background(), conversion.None{}, []string{older, newer}, objects)
	fmt.Println(len(objects), losses, err)
	// Output: 20 [] <nil>
}
