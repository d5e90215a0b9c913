package live_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	errorcodes "github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/patches"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// definitionPatch is a request with a patch of a stored crd.
type definitionPatch struct {
	sentDefinition
	ContentType string
	Status      bool
}

// TestDefinitionPatches compares JSON patches and merge patches of crds and of their
// statuses with the running server, in dry runs.
func TestDefinitionPatches(t *testing.T) {
	parity.Run(t, "crd-json-patch", definitionPatches(t, jsonPatch, patches.JSON, fixedJSONPatches()), compareDefinitionPatch)
	parity.Run(t, "crd-merge-patch", definitionPatches(t, mergePatch, patches.Merge, fixedDefinitionPatches()), compareDefinitionPatch)
}

func definitionPatches(t *testing.T, contentType string, generated func(*rand.Rand, map[string]any) []byte, fixed []string) parity.Cases[definitionPatch] {
	crds, server := storedDefinitions(t).stored, live.Start(t)
	of := func(crd map[string]any, patch string) definitionPatch {
		p := definitionPatch{ContentType: contentType}
		p.server, p.Old, p.Op, p.Body.Text = server, crd, crdschema.Patch, patch
		return p
	}
	var all []definitionPatch
	for i, text := range fixed {
		for mode := crdschema.Warn; mode <= crdschema.Strict; mode++ {
			p := of(crds[i%len(crds)], text)
			p.Mode = mode
			all = append(all, p)
		}
	}
	for _, other := range []string{"", "application/json", "application/apply-patch+cbor", ";", "a/b, " + contentType, contentType + ",", "a,", contentType + ";a=b", contentType + " ", strings.ToUpper(contentType)} {
		p := of(crds[0], "{}")
		p.ContentType = other
		all = append(all, p)
	}
	list := parity.List(all, func(p definitionPatch) string {
		return fmt.Sprintf("%.80q %s %v %s", p.Body.Text, p.ContentType, p.Mode, live.Name(p.Old))
	})
	return parity.Join(list, parity.Generated(parity.Full(4_000), func(seed uint64) definitionPatch {
		r := parity.Rand(seed)
		crd := pick(r, crds)
		p := of(crd, string(generated(r, crd)))
		p.Mode = pick(r, []crdschema.FieldValidation{crdschema.Warn, crdschema.Ignore, crdschema.Strict})
		if p.Status = r.IntN(4) == 0; p.Status {
			p.Op = crdschema.PatchStatus
		}
		return p
	}))
}

// fixedDefinitionPatches returns merge patches that are not left to chance.
func fixedDefinitionPatches() []string {
	return append(fixedMergePatches(),
		`{"apiVersion":"apiextensions.k8s.io/v1beta1"}`, `{"apiVersion":"apiextensions.k8s.io/__internal"}`, `{"apiVersion":"apiextensions.k8s.io/v2"}`,
		`{"apiVersion":null,"name":"a"}`, `{"kind":"CustomResourceDefinitionList"}`, `{"kind":"Status"}`, `{"kind":"ConversionReview"}`, `{"kind":"WatchEvent"}`, `{"kind":"DeleteOptions"}`,
		`{"spec":{"versions":null}}`, `{"spec":{"versions":[]}}`, `{"spec":{"versions":[{}]}}`, `{"spec":{"versions":1}}`, `{"spec":{"scope":"Cluster"}}`, `{"spec":{"scope":1}}`,
		`{"spec":{"names":{"plural":"other"}}}`, `{"spec":{"names":{"shortNames":["a"]}}}`, `{"spec":{"names":{"kind":null}}}`, `{"spec":{"group":"other.io"}}`, `{"spec":{"conversion":null}}`,
		`{"spec":{"conversion":{"strategy":"Webhook"}}}`, `{"spec":{"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://a"},"conversionReviewVersions":["v1"]}}}}`,
		`{"spec":{"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"caBundle":"?","url":"https://a"},"conversionReviewVersions":["v1"]}}}}`,
		`{"spec":{"preserveUnknownFields":true}}`, `{"spec":{"odd":1}}`, `{"status":{"storedVersions":[]}}`, `{"status":{"storedVersions":null}}`, `{"status":{"storedVersions":["v9"]}}`,
		`{"status":{"conditions":null}}`, `{"status":{"conditions":[{"type":"A","status":"True","lastTransitionTime":"x"}]}}`, `{"status":{"acceptedNames":{"kind":"?"}}}`, `{"status":{"odd":1}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"integer","default":"x"},"b":{"type":"string","pattern":"["}}}}}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"<a>":{"type":"integer","maximum":"x"}}}}}]}}`,
	)
}

// send returns the server's answer.
func (p definitionPatch) send() live.Answer {
	path := definitions + "/" + live.Name(p.Old)
	if p.Status {
		path += "/status"
	}
	query := "?dryRun=All&fieldValidation=" + p.Mode.String()
	return recovered(func() live.Answer {
		return p.server.DoText(http.MethodPatch, path+query, p.ContentType, []byte(p.Body.Text))
	})
}

func compareDefinitionPatch(c *parity.Check, p definitionPatch) {
	op := crdschema.Patch
	if p.Status {
		op = crdschema.PatchStatus
	}
	ours, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{
		Body: []byte(p.Body.Text), ContentType: p.ContentType, FieldValidation: p.Mode, Operation: op, Old: p.Old, DryRun: true,
	})
	if err != nil {
		c.Fail("error", nil, nil, "%v", err)
		return
	}
	theirs := p.send()
	switch {
	case theirs.Code == crashed:
		compareCrash(c, p.ContentType, int64(codeOf(ours, p.Old)))
		return
	case theirs.Code == http.StatusInternalServerError && strings.Contains(theirs.Message(), "panic"): // D45
		c.Void()
		return
	}
	c.Equal("code", int64(codeOf(ours, p.Old)), int64(theirs.Code))
	c.Equal("result", int64(ours.Code), int64(map[bool]int{true: theirs.Code}[theirs.Accepted()]))
	c.Texts("warnings", ours.Warnings, theirs.Warnings)
	switch answer := ours.Status(); {
	case answer == nil:
		c.Equal("object", spelled(ours.Object), spelled(theirs.Body, theirs.Text...))
	case len(ours.Errors) == 0, ours.Errors[0].Code == errorcodes.PatchUndecodable:
		c.Equal("status", answer.Object(), theirs.Body, parity.Row("D51", func() any { return asCRD(ours, theirs.Body) }))
	case strings.Contains(p.Body.Text, "apiextensions.k8s.io/v1beta1"): // D110: the causes differ
		c.Equal("reason", "Invalid", reason(theirs))
	default:
		p.compareErrors(c, c.OurTexts(ours.Errors), causes(theirs))
	}
}

// asCRD returns our answer to a patch that turns a crd into a Status, if the server's is that
// its decoder refuses the status of a crd. It does so before it refuses the kind.
func asCRD(ours crdschema.CRDResult, theirs map[string]any) any {
	const conversion = "converting (v1.Status) to (apiextensions.CustomResourceDefinition): unknown conversion"
	if len(ours.Errors) == 0 || !strings.HasSuffix(ours.Errors[0].Detail, conversion) {
		return theirs
	}
	cause := *ours.Errors[0]
	cause.Detail = strings.TrimSuffix(cause.Detail, conversion) + "json: cannot unmarshal object into Go struct field Status.status of type string"
	if !parity.Equal(status.Resource{}.Invalid(structural.Errors{&cause}).Object(), theirs) {
		return theirs
	}
	return ours.Status().Object()
}
