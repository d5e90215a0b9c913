package conversion

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// TestAnswerTable compares the expected errors of the package's test table with
// the reference.
func TestAnswerTable(t *testing.T) {
	rows := answerTable(t)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r, err := read(req)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		text, err := json.Marshal(tableAnswer(rows[filepath.Base(req.URL.Path)], r))
		if err != nil {
			panic(err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	}))
	t.Cleanup(server.Close)
	bundle := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	factory, err := newFactory()
	require.NoError(t, err)
	var names []string
	for name := range rows {
		names = append(names, name)
	}
	parity.Run(t, "convert-answer-table", parity.List(names, func(name string) string { return rows[name]["name"].(string) }), func(c *parity.Check, name string) {
		row := rows[name]
		at := server.URL + "/" + name
		reviews := "v1"
		if version, ok := row["version"].(string); ok {
			reviews = version
		}
		reference, err := theirs(factory, &apiextensionsv1.CustomResourceConversion{
			Strategy: apiextensionsv1.WebhookConverter,
			Webhook: &apiextensionsv1.WebhookConversion{ConversionReviewVersions: []string{reviews},
				ClientConfig: &apiextensionsv1.WebhookClientConfig{URL: &at, CABundle: bundle}},
		})
		if err != nil {
			c.Fail("converter", nil, nil, "%v", err)
			return
		}
		object := map[string]any{"apiVersion": "example.com/v1beta1", "kind": "Thing",
			"metadata": map[string]any{"name": "x", "uid": "1", "labels": map[string]any{"a": "b"}}}
		if row["list"] != nil {
			object = map[string]any{"apiVersion": "example.com/v1", "kind": "ThingList", "items": []any{object, object}}
		}
		ask := func() string {
			return unique(convertTheirs(reference, object, row["list"] != nil, "example.com/v1").Error)
		}
		got := ask()
		want := strings.ReplaceAll(row["error"].(string), `response.uid="u"`, `response.uid="UID"`)
		c.Equal("error", want, got,
			parity.Row(rowScheme, func() any { return scheme.ReplaceAllString(got, "") }),
			parity.Row(rowOrder, func() any {
				text, _ := parity.Repeat30(ask, func(text string) bool { return text == want })
				return text
			}))
	})
}

// answerTable returns the rows by a name that is valid in a URL.
func answerTable(t *testing.T) map[string]map[string]any {
	text, err := os.ReadFile("../../../conversion/testdata/answers.yaml")
	require.NoError(t, err)
	docs, err := decode.Stream(context.Background(), text)
	require.NoError(t, err)
	rows := map[string]map[string]any{}
	for i, doc := range docs {
		row, err := doc.Object()
		require.NoError(t, err)
		rows[fmt.Sprint("row", i)] = row
	}
	return rows
}

// tableAnswer returns the response of a row. A uid of u is replaced by that of
// the request.
func tableAnswer(row map[string]any, r *review) any {
	if answer, found := row["answer"]; found {
		return answer
	}
	response := row["response"]
	if objects, found := row["objects"]; found {
		response = map[string]any{"uid": "u", "result": map[string]any{"status": "Success"}, "convertedObjects": objects}
	}
	if fields, ok := response.(map[string]any); ok && fields["uid"] == "u" {
		fields = maps.Clone(fields)
		fields["uid"] = r.UID
		response = fields
	}
	return map[string]any{"apiVersion": r.APIVersion, "kind": "ConversionReview", "response": response}
}
