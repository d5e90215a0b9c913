package hints_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

func errorsOf(t *testing.T, server *validate.Server, crd map[string]any) structural.Errors {
	t.Helper()
	out, err := server.Create(t.Context(), crd)
	require.NoError(t, err)
	return out.Errors
}

// As TestSchemas, but for whole CRDs with one mistake.
func TestManifests(t *testing.T) {
	whole, ok := value(t, "testdata/whole.yaml").(map[string]any)
	require.True(t, ok)
	server := &validate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
	require.Empty(t, errorsOf(t, server, whole))
	var invalid []invalidCRD
	for _, c := range value(t, "testdata/spoil.yaml").([]any) {
		change := c.(map[string]any)
		for i, v := range change["values"].([]any) {
			at := change["at"].(string)
			m := hints.Hint{Edits: []hints.Edit{{Path: pathOf(at), Value: v}}}.Apply(whole)
			errs := errorsOf(t, server, m)
			assert.NotEmpty(t, errs, "%s %d", at, i)
			for _, e := range errs {
				invalid = append(invalid, invalidCRD{fmt.Sprint(at, " ", i, " ", e), m, e})
			}
		}
	}
	var all tally
	parity.Run(t, "crd-hints-manifests", parity.List(invalid, func(f invalidCRD) string { return f.label }), func(c *parity.Check, in invalidCRD) {
		h, found := cases.Must2(hints.For(t.Context(), in.crd, in.err))
		all.add(in.err, h, found)
		if h.Edits == nil {
			c.Void()
			return
		}
		before, after := create(in.crd), create(h.Apply(in.crd))
		if !fixed(in.err.Location(), in.err.Error(), before, after) {
			c.Fail("errors", after, before, "%s\n%s\nedits: %v", in.err, h.Text, h.Edits)
		}
	})
	if none := all.print("crd-hints-manifests"); none > 0 {
		t.Errorf("%d errors without a hint", none)
	}
}

// invalidCRD is a crd and one of its errors.
type invalidCRD struct {
	label string
	crd   map[string]any
	err   *structural.Error
}

func value(t *testing.T, file string) any {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	docs, err := decode.Stream(context.Background(), text)
	require.NoError(t, err)
	return docs[0].Value
}

func pathOf(text string) (path structural.Path) {
	for name := range strings.SplitSeq(text, ".") {
		if i, err := strconv.Atoi(name); err == nil {
			path = append(path, structural.Index(i))
		} else {
			path = append(path, structural.Field(name))
		}
	}
	return path
}

var strategy = func() rest.RESTCreateStrategy {
	s := runtime.NewScheme()
	install.Install(s)
	return customresourcedefinition.NewStrategy(s)
}()

// create returns the errors of the reference about a new crd.
//
// Wrapped reference: rest.BeforeCreate with customresourcedefinition.NewStrategy.
func create(m map[string]any) []string {
	crd, err := upstream.Definition(m)
	if err != nil {
		return []string{err.Error()}
	}
	strategy.PrepareForCreate(context.Background(), crd)
	texts, panicked := upstream.Call(func() []string { return upstream.Texts(rest.ValidateCreate(context.Background(), crd, strategy)) })
	if panicked != nil {
		return []string{panicked.String()}
	}
	for i, text := range texts {
		texts[i] = typeNumber.ReplaceAllString(text, "selfType#")
	}
	return texts
}
