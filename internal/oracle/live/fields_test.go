package live_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/document"
	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

const (
	definitions    = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
	oldDefinitions = "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions"
)

// TestDefinitionFields compares manifests with mistakes in their fields in whole
// requests: the parts of the handler that crd-strict does not cover.
func TestDefinitionFields(t *testing.T) {
	server := live.Start(t)
	type request struct {
		name     string
		manifest map[string]any
		v        crddecode.Validation
		mode     live.FieldValidation
	}
	var requests []request
	for _, file := range []string{"envelopes", "mistakes"} {
		text, err := os.ReadFile("../fields/testdata/" + file + ".yaml")
		require.NoError(t, err)
		docs, err := document.DecodeYAML(context.Background(), text)
		require.NoError(t, err)
		for i, doc := range docs {
			for v, mode := range map[crddecode.Validation]live.FieldValidation{crddecode.Warn: live.Warn, crddecode.Ignore: live.Ignore, crddecode.Strict: live.Strict} {
				requests = append(requests, request{fmt.Sprint(file, " ", i, " ", mode), doc.Object, v, mode})
			}
		}
	}
	cases := parity.List(requests, func(r request) string { return r.name })
	parity.Run(t, "crd-strict-live", cases, func(c *parity.Check, r request) {
		found := crddecode.Read(r.manifest, nil)
		answer := server.Do(http.MethodPost, definitions+"?dryRun=All&fieldValidation="+string(r.mode), r.manifest)
		refusal := ""
		if answer.Code == http.StatusBadRequest {
			refusal = answer.Message()
		}
		ours := ""
		if s := found.Status(r.v); s != nil {
			ours = s.Message
		}
		c.Equal("refusal", ours, refusal)
		c.Equal("warnings", append([]string{}, found.Warnings(r.v).Texts()...), append([]string{}, answer.Warnings...))
	})

	// The version that is no longer served.
	answer := server.Do(http.MethodPost, oldDefinitions, map[string]any{"apiVersion": "apiextensions.k8s.io/v1beta1", "kind": "CustomResourceDefinition"})
	assert.Equal(t, http.StatusNotFound, answer.Code)
	assert.Equal(t, "the server could not find the requested resource", answer.Message())
}
