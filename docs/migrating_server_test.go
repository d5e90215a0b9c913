package docs_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/registry"
)

// serverCalls are the calls of the column "as a server" in MIGRATING.md, by their text.
var serverCalls = map[string]func(ctx context.Context, definition *crdschema.Definition, obj, stored map[string]any) (crdschema.Result, error){
	`definition.Admit(ctx, crdschema.Request{Object: obj})`: func(ctx context.Context, definition *crdschema.Definition, obj, _ map[string]any) (crdschema.Result, error) {
		return definition.Admit(ctx, crdschema.Request{Object: obj})
	},
	`definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: obj, Old: stored})`: func(ctx context.Context, definition *crdschema.Definition, obj, stored map[string]any) (crdschema.Result, error) {
		return definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: obj, Old: stored})
	},
	`definition.Admit(ctx, crdschema.Request{Object: obj, FieldValidation: crdschema.Strict})`: func(ctx context.Context, definition *crdschema.Definition, obj, _ map[string]any) (crdschema.Result, error) {
		return definition.Admit(ctx, crdschema.Request{Object: obj, FieldValidation: crdschema.Strict})
	},
}

// TestServerCalls makes the calls that MIGRATING.md has for the answer of a server, on the CRDs and
// objects of testdata: most objects have no namespace. An update sends the object as it was stored.
// Package internal/oracle/embedders compares the verdicts on more objects with the reference's.
func TestServerCalls(t *testing.T) {
	page, err := os.ReadFile("MIGRATING.md")
	require.NoError(t, err)
	found := map[string]bool{}
	for _, match := range regexp.MustCompile("`(definition\\.Admit\\(.*?\\)+)`[^|]*\\|\n").FindAllStringSubmatch(string(page), -1) {
		found[match[1]] = true
	}
	require.Len(t, found, len(serverCalls))
	for text := range found {
		require.Contains(t, serverCalls, text)
	}
	accepted := map[string][]string{}
	for _, file := range corpusObjects(t) {
		definition, obj := corpusObject(t, file)
		created, err := definition.Admit(t.Context(), crdschema.Request{Object: obj})
		require.NoError(t, err, file)
		stored := registry.AtRevision(created.Stored, 7)
		for text, call := range serverCalls {
			sent := obj
			if strings.Contains(text, "Old: stored") {
				if sent = stored; !created.Accepted() {
					continue
				}
			}
			got, err := call(t.Context(), definition, sent, stored)
			require.NoError(t, err, file)
			if got.Accepted() {
				accepted[text] = append(accepted[text], filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file))
			}
		}
	}
	strict := []string{"beds.garden.example.com/1.yaml", "beds.garden.example.com/3.yaml", "ferries.harbour.example.com/1.yaml", "ferries.harbour.example.com/2.yaml"}
	valid := append(slices.Clip(strict), "recipes.workshop.example.com/3.yaml") // with unknown fields
	assert.Equal(t, map[string][]string{
		`definition.Admit(ctx, crdschema.Request{Object: obj, FieldValidation: crdschema.Strict})`:        strict,
		`definition.Admit(ctx, crdschema.Request{Object: obj})`:                                           valid,
		`definition.Admit(ctx, crdschema.Request{Operation: crdschema.Update, Object: obj, Old: stored})`: strict, // storing the recipe needs a converter
	}, accepted)
}

func corpusObjects(t *testing.T) []string {
	files, err := filepath.Glob("../testdata/corpus/*/objects/*/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// corpusObject returns the object in a file and its definition.
func corpusObject(t *testing.T, file string) (*crdschema.Definition, map[string]any) {
	folder := filepath.Dir(file)
	crd, err := os.ReadFile(filepath.Join(folder, "../../crds", filepath.Base(folder)+".yaml"))
	require.NoError(t, err)
	definition, err := crdschema.CompileYAML(t.Context(), crd)
	require.NoError(t, err)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	obj, err := document.DecodeOne(t.Context(), text)
	require.NoError(t, err)
	return definition, obj.Object
}
