package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	jsondecode "github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/spoil"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// sentDefinition is a request with the text of a crd, which may be spoiled.
type sentDefinition struct {
	server *live.Server
	Body   spoil.Body
	Mode   crdschema.FieldValidation
	Op     crdschema.Operation
	Old    map[string]any // the stored crd of an update
}

// TestDefinitionBodies compares requests with spoiled texts of crds with the running
// server: dry runs of creates, updates and updates of the status.
func TestDefinitionBodies(t *testing.T) {
	parity.Run(t, "crd-body-live", sentDefinitions(t), compareDefinition)
}

// storedDefinitions returns the crds of smallDefinitions and those of them that are
// stored, which are stored once.
var storedDefinitions = once(func(t *testing.T) (out struct{ sources, stored []map[string]any }) {
	out.sources = smallDefinitions(t)
	out.stored = storeDefinitions(t, live.Start(t), out.sources)
	return out
})

func sentDefinitions(t *testing.T) parity.Cases[sentDefinition] {
	crds, server := storedDefinitions(t), live.Start(t)
	return parity.Generated(parity.Full(6_000), func(seed uint64) sentDefinition {
		r := parity.Rand(seed)
		s := sentDefinition{server: server, Mode: pick(r, []crdschema.FieldValidation{crdschema.Warn, crdschema.Warn, crdschema.Ignore, crdschema.Strict})}
		crd := pick(r, crds.sources)
		if r.IntN(3) == 0 {
			crd = pick(r, crds.stored)
			s.Old, s.Op = crd, pick(r, []crdschema.Operation{crdschema.Update, crdschema.Update, crdschema.UpdateStatus})
		}
		s.Body = definitionBody(r, crd)
		return s
	})
}

// maxSource is the size of the largest crd to spoil.
const maxSource = 12 << 10

// smallDefinitions returns small crds of the corpus and generated ones.
func smallDefinitions(t *testing.T) (out []map[string]any) {
	for _, c := range corpus.Load(t).CRDs {
		crd := maps.Clone(c.Manifest)
		crd["apiVersion"] = "apiextensions.k8s.io/v1" // the only served version
		if text, err := json.Marshal(crd); err == nil && len(text) < maxSource {
			out = append(out, crd)
		}
	}
	for i := range max(20, len(out)/2) {
		g := generate.New(uint64(i), generate.WithStatusCompatible())
		out = append(out, generate.CRD(g.Schema(generate.Valid), generate.WithStatus()))
	}
	return out
}

// storeDefinitions stores some crds in groups of their own, and returns those that the
// server accepts as it stores them.
func storeDefinitions(t *testing.T, server *live.Server, crds []map[string]any) (out []map[string]any) {
	t.Helper()
	var manifests []map[string]any
	for i := 0; i < len(crds); i += max(1, len(crds)/20) {
		crd := upstream.Copy(crds[i])
		meta, _ := crd["metadata"].(map[string]any)
		spec, _ := crd["spec"].(map[string]any)
		names, _ := spec["names"].(map[string]any)
		if meta != nil && meta["annotations"] == nil && names != nil {
			spec["group"] = fmt.Sprintf("stored%d.example.org", i)
			meta["name"] = fmt.Sprint(names["plural"], ".", spec["group"])
			manifests = append(manifests, crd)
		}
	}
	answers, err := server.Install(manifests...)
	require.NoError(t, err)
	for i, answer := range answers {
		if answer.Accepted() {
			got := server.Do(http.MethodGet, definitions+"/"+live.Name(manifests[i]), nil)
			require.Equal(t, http.StatusOK, got.Code)
			out = append(out, got.Body)
		}
	}
	require.NotEmpty(t, out)
	return out
}

// send returns the server's answer.
func (s sentDefinition) send() live.Answer {
	query := "?dryRun=All&fieldValidation=" + [...]string{"Warn", "Ignore", "Strict"}[s.Mode]
	method, path := http.MethodPost, definitions
	if s.Op != crdschema.Create {
		method, path = http.MethodPut, path+"/"+live.Name(s.Old)
	}
	if s.Op == crdschema.UpdateStatus {
		path += "/status"
	}
	return s.server.DoText(method, path+query, s.Body.ContentType, []byte(s.Body.Text))
}

// request returns the request for our side.
func (s sentDefinition) request() crdschema.CRDRequest {
	return crdschema.CRDRequest{Body: []byte(s.Body.Text), ContentType: s.Body.ContentType, FieldValidation: s.Mode, Operation: s.Op, Old: s.Old, DryRun: true}
}

func compareDefinition(c *parity.Check, s sentDefinition) {
	ours, err := crdschema.NewCompiler().AdmitCRD(context.Background(), s.request())
	if err != nil {
		c.Fail("error", nil, nil, "%v", err)
		return
	}
	theirs := s.send()
	if theirs.Code == http.StatusInternalServerError && strings.Contains(theirs.Message(), "panic") { // D45
		c.Void()
		return
	}
	c.Equal("code", int64(codeOf(ours, s.Old)), int64(theirs.Code))
	c.Texts("warnings", ours.Warnings, theirs.Warnings)
	c.Equal("order", ordered(ours.Warnings), ordered(theirs.Warnings))
	switch {
	case ours.Status() != nil && len(ours.Errors) == 0:
		c.Equal("reason", ours.Status().Reason, reason(theirs))
		c.Equal("message", ours.Status().Message, theirs.Message(), parity.Row("D51", func() any { return s.onlyKind().send().Message() }))
	case len(ours.Errors) > 0:
		c.Equal("reason", "Invalid", reason(theirs))
		s.compareErrors(c, c.OurTexts(ours.Errors), causes(theirs))
	default:
		c.Equal("object", spelled(ours.Object), spelled(theirs.Body, theirs.Text...))
	}
}

// onlyKind returns the request without the fields of another kind than the expected one.
func (s sentDefinition) onlyKind() sentDefinition {
	if root, err := jsondecode.Parse(context.Background(), []byte(s.Body.Text)); err == nil && strings.HasPrefix(s.Body.ContentType, "application/json") {
		root.Children = slices.DeleteFunc(root.Children, func(c jsondecode.Child) bool {
			return !strings.EqualFold(c.Name, "apiVersion") && !strings.EqualFold(c.Name, "kind")
		})
		s.Body.Text = jsonText(&root)
	}
	return s
}

// compareErrors compares errors, of which some vary.
func (s sentDefinition) compareErrors(c *parity.Check, ours, theirs []string) {
	same := func(errs []string) bool {
		return parity.Equal(slices.Sorted(slices.Values(ours)), slices.Sorted(slices.Values(errs)))
	}
	if !same(theirs) {
		theirs, _ = parity.Repeat30(func() []string { return causes(s.send()) }, same)
	}
	c.Texts("errors", ours, theirs, parity.Row("D26", func() any {
		cost := upstream.MentionedCost(func() map[string]string { return upstream.DefinitionRuleCosts(s.definition()) })
		return parity.Tied(ours, theirs, cost)
	}))
}

// selfTypes matches the name of a type, which is different every time.
var selfTypes = regexp.MustCompile(`selfType[0-9]+`)

func causes(a live.Answer) []string {
	texts := a.Causes()
	for i, text := range texts {
		texts[i] = selfTypes.ReplaceAllString(text, "selfType#")
	}
	return upstream.MetadataOnce(texts)
}

// ordered returns the warnings whose order does not vary.
func ordered(warnings []string) []string {
	return slices.DeleteFunc(append([]string{}, warnings...), func(text string) bool {
		return strings.HasPrefix(text, "unrecognized format ")
	})
}

// definition returns the crd, or an empty one if our decoder of maps has none.
func (s sentDefinition) definition() *apiextensions.CustomResourceDefinition {
	doc, err := document.DecodeJSON(context.Background(), []byte(s.Body.Text))
	if err != nil {
		return &apiextensions.CustomResourceDefinition{}
	}
	crd, err := upstream.Definition(doc.Object)
	if err != nil {
		return &apiextensions.CustomResourceDefinition{}
	}
	return crd
}

func reason(a live.Answer) string {
	text, _ := a.Body["reason"].(string)
	return text
}

func codeOf(r crdschema.CRDResult, old map[string]any) int {
	switch {
	case r.Status() != nil && len(r.Errors) == 0:
		return r.Status().Code
	case len(r.Errors) > 0:
		return http.StatusUnprocessableEntity
	case old == nil:
		return http.StatusCreated
	default:
		return http.StatusOK
	}
}

// spelled returns a crd, or the one in text, with numbers as they are written and
// without generated fields.
func spelled(crd map[string]any, text ...byte) map[string]any {
	if len(text) == 0 {
		var err error
		if text, err = json.Marshal(crd); err != nil {
			panic(err)
		}
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var out map[string]any
	if err := d.Decode(&out); err != nil {
		panic(err)
	}
	if meta, ok := out["metadata"].(map[string]any); ok {
		maps.DeleteFunc(meta, func(name string, _ any) bool {
			return slices.Contains([]string{"uid", "creationTimestamp", "managedFields", "resourceVersion"}, name)
		})
	}
	return out
}
