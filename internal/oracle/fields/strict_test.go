package fields_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestStrict compares the decoding errors of manifests with fields that are
// misspelled, moved, repeated or of another type. Every field of a definition is
// tried with a value of every type, and those of real definitions at random.
func TestStrict(t *testing.T) {
	spoilt := parity.Times(manifests(t), parity.Full(30), damaged)
	cases := parity.Join(spoilt, everyField("v1"), everyField("v1beta1"), parity.List(envelopes(t), body.text))
	parity.Run(t, "crd-strict", cases, func(c *parity.Check, in body) {
		doc, err := decode.JSON(context.Background(), []byte(in))
		if err != nil {
			c.Void()
			return
		}
		manifest, err := doc.Object()
		if err != nil {
			c.Void()
			return
		}
		a, b := ours(manifest, doc.Strict), theirs([]byte(in), "application/json")
		whole := encode(manifest) == in && !bytes.Contains([]byte(in), []byte(".0"))
		for i := range a {
			if !whole {
				a[i], b[i] = a[i].withoutBody(), b[i].withoutBody()
			}
			c.Equal(fmt.Sprint("validation ", i), a[i], b[i])
		}
	})
}

// withoutBody returns the answer without the body that it quotes. Ours quotes it
// in another form if fields are repeated, or whole numbers have a fraction.
func (a answer) withoutBody() answer {
	if strings.HasPrefix(a.Refusal, "the object provided is unrecognized") {
		a.Refusal = a.Refusal[:strings.LastIndex(a.Refusal, " (")]
	}
	return a
}

// body is the JSON text of a request.
type body string

func (b body) text() string { return string(b) }

func TestYAML(t *testing.T) {
	text := []byte("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec:\n  group: a\n  group: b\n  scop: x\n  scop: y\n  names: {kind: A, kind: B}\n")
	docs, err := decode.Stream(context.Background(), text)
	require.NoError(t, err)
	manifest, err := docs[0].Object()
	require.NoError(t, err)
	a, b := ours(manifest, docs[0].Strict), theirs(text, "application/yaml")
	b[crddecode.Warn].Warnings = []string{`line 6: key "group" already set in map`, `line 8: key "scop" already set in map`, `line 9: key "kind" already set in map`, `unknown field "spec.scop"`}
	require.Equal(t, b, a)
}
