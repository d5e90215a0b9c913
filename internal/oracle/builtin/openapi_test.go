package builtin_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/crdserver"
)

// openAPI is what is compared of a document of either version.
type openAPI struct {
	Paths       map[string]map[string]json.RawMessage
	Definitions map[string]map[string]any
	Components  struct{ Schemas map[string]map[string]any }
}

type operation struct {
	Action string         `json:"x-kubernetes-action"`
	Kind   map[string]any `json:"x-kubernetes-group-version-kind"`
}

// TestOpenAPI compares the OpenAPI documents of the built-in kinds with the published ones: all schemas
// without their descriptions, and the action and kind of each operation.
func TestOpenAPI(t *testing.T) {
	spec := filepath.Join(api(t), "openapi-spec")
	server, err := crdserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	var index struct {
		Paths map[string]struct{ ServerRelativeURL string }
	}
	require.NoError(t, json.Unmarshal(get(t, server, "/openapi/v3"), &index))
	schemas, operations := compareOpenAPI(t, get(t, server, "/openapi/v2"), filepath.Join(spec, "swagger.json"))
	require.Greater(t, len(index.Paths), 30)
	for path, at := range index.Paths {
		if strings.HasPrefix(path, "apis/apiextensions.k8s.io/") {
			continue
		}
		n, m := compareOpenAPI(t, get(t, server, at.ServerRelativeURL), filepath.Join(spec, "v3", strings.ReplaceAll(path, "/", "__")+"_openapi.json"))
		schemas, operations = schemas+n, operations+m
	}
	t.Logf("openapi of built-in kinds: schemas=%d operations=%d", schemas, operations)
}

func compareOpenAPI(t *testing.T, text []byte, file string) (schemas, operations int) {
	t.Helper()
	var got, want openAPI
	require.NoError(t, json.Unmarshal(text, &got))
	published, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(published, &want))
	for name, schema := range got.schemas() {
		if !strings.HasPrefix(name, "io.k8s.api.") { // others are common to all groups, and described by the module
			continue
		}
		schemas++
		require.Contains(t, want.schemas(), name, file)
		assert.Equal(t, undescribed(want.schemas()[name]), undescribed(schema), "%s in %s", name, file)
	}
	for path, methods := range got.Paths {
		if strings.HasPrefix(path, "/apis/apiextensions.k8s.io/") {
			continue
		}
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			if method == "parameters" {
				continue
			}
			var ours, theirs operation
			require.Contains(t, want.Paths[path], method, path)
			require.NoError(t, json.Unmarshal(methods[method], &ours))
			require.NoError(t, json.Unmarshal(want.Paths[path][method], &theirs))
			assert.Equal(t, theirs, ours, "%s %s", method, path)
			operations++
		}
	}
	return schemas, operations
}

func (d openAPI) schemas() map[string]map[string]any {
	if d.Definitions != nil {
		return d.Definitions
	}
	return d.Components.Schemas
}

// undescribed returns a schema without what is left out.
func undescribed(schema map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range schema {
		switch below := value.(type) {
		case map[string]any:
			if name == "properties" {
				properties := map[string]any{}
				for field, property := range below {
					properties[field] = undescribed(property.(map[string]any))
				}
				out[name] = properties
			} else {
				out[name] = undescribed(below)
			}
		default:
			if name != "description" && name != "x-kubernetes-selectable-fields" {
				out[name] = value
			}
		}
	}
	return out
}
