package live_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// comparedCase is a case of examples/compared. Without a body it is about the crd.
type comparedCase struct {
	server      *live.Server
	crd         map[string]any
	Object, Old map[string]any
	ContentType string
	Body        []byte
}

// TestCompared checks that our verdicts in the table of docs/COMPARED.md are the
// server's.
func TestCompared(t *testing.T) {
	parity.Run(t, "compared-live", comparedCases(t), func(c *parity.Check, in comparedCase) {
		if in.Body == nil {
			theirs := in.server.Do(http.MethodPost, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All", in.crd)
			result, err := crdschema.ValidateCRD(t.Context(), in.crd, nil)
			c.Equal("accepted", result.Accepted(), theirs.Accepted())
			c.Equal("error", err, nil)
			return
		}
		resource := in.server.Resource(in.crd, "v1")
		request := crdschema.Request{Body: in.Body, ContentType: in.ContentType, FieldValidation: crdschema.Strict, Old: in.Old}
		var theirs live.Answer
		if in.Old == nil {
			theirs = resource.TryCreateText(in.ContentType, in.Body, live.Strict)
		} else {
			request.Operation = crdschema.Update
			theirs = resource.TryUpdateText("a", in.ContentType, in.Body, live.Strict)
		}
		definition, err := crdschema.Compile(t.Context(), in.crd)
		c.Equal("error", err, nil)
		result, err := definition.Admit(t.Context(), request)
		c.Equal("error", err, nil)
		c.Equal("accepted", result.Accepted(), theirs.Accepted())
		if !theirs.Accepted() {
			c.Equal("message", result.Status().Message, theirs.Message())
		}
	})
}

// comparedCases installs the crds of the cases, and stores the old objects before
// their schemas are installed, which they may not satisfy.
func comparedCases(t *testing.T) parity.Cases[comparedCase] {
	text, err := os.ReadFile("../../../examples/compared/cases.yaml")
	require.NoError(t, err)
	docs, err := document.DecodeYAML(context.Background(), text)
	require.NoError(t, err)
	server := live.Start(t)
	var cases []comparedCase
	var installed []map[string]any
	for i, doc := range docs {
		in := comparedCase{server: server, ContentType: "application/yaml", crd: comparedCRD(t, i, doc.Object["schema"].(string))}
		if doc.Object["object"] != nil {
			loose := comparedCRD(t, i, "{type: object, x-kubernetes-preserve-unknown-fields: true}")
			installed = append(installed, loose)
		}
		cases = append(cases, in)
	}
	_, err = server.Install(installed...)
	require.NoError(t, err)
	for i, doc := range docs {
		cases[i].fill(t, i, doc.Object)
	}
	require.NoError(t, server.AwaitServed())
	return parity.List(cases, func(in comparedCase) string { return live.Name(in.crd) })
}

// fill stores the old object, sets the schema of the case and makes the body.
func (in *comparedCase) fill(t *testing.T, i int, fields map[string]any) {
	object, isObject := fields["object"].(string)
	if !isObject {
		return
	}
	head := fmt.Sprintf("apiVersion: c%d.compared.example.com/v1\nkind: Thing\nmetadata: {name: a, namespace: default", i)
	if old, isUpdate := fields["old"].(string); isUpdate {
		docs, err := document.DecodeYAML(context.Background(), []byte(head+"}\n"+old))
		require.NoError(t, err)
		answer := in.server.Resource(in.crd, "v1").Create(docs[0].Object)
		require.True(t, answer.Accepted(), answer.Message())
		in.Old = answer.Body
		head += fmt.Sprintf(", resourceVersion: %q", answer.Body["metadata"].(map[string]any)["resourceVersion"])
	}
	in.Body = []byte(head + "}\n" + object)
	answer := in.server.Replace(in.crd, func(stored map[string]any) {
		stored["spec"].(map[string]any)["versions"] = in.crd["spec"].(map[string]any)["versions"]
	})
	require.True(t, answer.Accepted(), answer.Message())
}

func comparedCRD(t *testing.T, i int, schema string) map[string]any {
	docs, err := document.DecodeYAML(context.Background(), []byte(schema))
	require.NoError(t, err)
	group := fmt.Sprintf("c%d.compared.example.com", i)
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": "things." + group},
		"spec": map[string]any{
			"group": group,
			"scope": "Namespaced",
			"names": map[string]any{"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": docs[0].Object}}},
		},
	}
}
