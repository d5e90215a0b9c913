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

// TestDefinitionPatches compares JSON patches, merge patches and strategic merge patches of crds and of their
// statuses with the running server, in dry runs. Door S1.
func TestDefinitionPatches(t *testing.T) {
	parity.Run(t, "crd-json-patch", definitionPatches(t, jsonPatch, patches.JSON, fixedJSONPatches()), compareDefinitionPatch)
	parity.Run(t, "crd-merge-patch", definitionPatches(t, mergePatch, patches.Merge, fixedDefinitionPatches()), compareDefinitionPatch)
	parity.Run(t, "crd-strategic-patch", definitionPatches(t, strategicPatch, patches.Strategic, fixedStrategicPatches()), compareDefinitionPatch)
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

// fixedStrategicPatches returns strategic merge patches that are not left to chance.
func fixedStrategicPatches() []string {
	return append(fixedDefinitionPatches(),
		`{"$patch":"replace"}`, `{"$patch":"delete"}`, `{"$patch":"merge"}`, `{"$patch":1}`, `{"$patch":{}}`, `{"$patch":null}`,
		`{"$retainKeys":["apiVersion","kind","metadata","spec","status"],"spec":{}}`, `{"$retainKeys":["spec"],"status":{}}`, `{"$retainKeys":1}`, `{"$retainKeys":[1,null]}`,
		`{"spec":{"$patch":"delete"}}`, `{"spec":{"$patch":"replace","group":"a"}}`, `{"spec":{"names":{"$retainKeys":["plural","kind","singular","listKind"]}}}`,
		`{"spec":{"names":{"$deleteFromPrimitiveList/shortNames":["ct","c"]}}}`, `{"spec":{"names":{"$deleteFromPrimitiveList/shortNames":[{}]}}}`, `{"spec":{"names":{"$deleteFromPrimitiveList/shortNames":null}}}`,
		`{"spec":{"names":{"$setElementOrder/shortNames":["b","a"],"shortNames":["a","b"]}}}`, `{"spec":{"names":{"$setElementOrder/shortNames":["a","b"],"shortNames":["a","b"]}}}`,
		`{"spec":{"names":{"$setElementOrder/shortNames":["x"]}}}`, `{"spec":{"names":{"$setElementOrder/shortNames":[]}}}`, `{"spec":{"names":{"$setElementOrder/kind":[]}}}`, `{"spec":{"names":{"$setElementOrder/odd":[]}}}`,
		`{"spec":{"$setElementOrder/conversion":[]}}`, `{"spec":{"conversion":{"$setElementOrder/webhook":["a"]}}}`, `{"spec":{"$setElementOrder/names":["a"]}}`, `{"$setElementOrder/spec":1}`, `{"$setElementOrder/spec":["a"]}`,
		`{"spec":{"$deleteFromPrimitiveList/versions":[{"name":"v1"}]}}`, `{"spec":{"$deleteFromPrimitiveList/versions":[["v1"]]}}`, `{"spec":{"$deleteFromPrimitiveList/versions":[]}}`,
		`{"metadata":{"finalizers":["a/a","b/b","a/a"]}}`, `{"metadata":{"finalizers":[["a"]]}}`, `{"metadata":{"finalizers":[1]}}`, `{"metadata":{"finalizers":["a/a",1]}}`, `{"metadata":{"finalizers":[{"$patch":"delete"}]}}`,
		`{"metadata":{"$setElementOrder/finalizers":["b/b","a/a"],"finalizers":["b/b"]}}`, `{"metadata":{"$setElementOrder/FINALIZERS":["b/b"],"FINALIZERS":["b/b"]}}`,
		`{"metadata":{"ownerReferences":[{"$patch":"delete","uid":"u"}]}}`, `{"metadata":{"ownerReferences":[{"$patch":"replace"}]}}`, `{"metadata":{"labels":{"$setElementOrder/a":["a"]}}}`,
		`{"metadata":{"labels":{"$patch":"replace","a":"b"}}}`, `{"metadata":{"labels":{"a":{"b":"c"}}}}`, `{"Spec":{"names":{}}}`, `{"SPEC":1}`, `{"spec":{"group":1.0}}`, `{"spec":{"versions":[{"$patch":"delete","name":"v1"}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":"x","storage":1}]}}`, `{"spec":{"versions":{"a":1}}}`, `{"spec":{"names":{"plural":1}}}`, `{"spec":{"names":{"plural":1.5}}}`, `{"spec":{"names":{"plural":true}}}`, `{"spec":{"names":{"plural":[]}}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[{"name":"a","type":"integer","jsonPath":".a","priority":4294967297}]}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[{"name":"a","type":"integer","jsonPath":".a","priority":1.5}]}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[{"name":"a","type":"integer","jsonPath":".a","priority":2.0}]}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","odd":1,"properties":{"a":{"type":"array","odd":1,"items":{"type":1}},"b":{"odd":1}}}}}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","odd":1}},"b":{"type":"integer","odd":1,"default":null,"maximum":1,"minimum":0.5}}}}}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"object","additionalProperties":1}}}}}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"object","additionalProperties":{"type":"string","maxLength":"x"}}}}}}]}}`,
		`{"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string","maxLength":1.5,"pattern":1}}}}}]}}`,
		`{"spec":{"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"caBundle":[65,300],"url":"https://a","service":{"port":1.0}},"conversionReviewVersions":["v1"]}}}}`,
		`{"status":{"conditions":[{"type":"A","status":"True","lastTransitionTime":1}]}}`, `{"status":{"conditions":[null]}}`, `{"status":{"storedVersions":[null]}}`, `{"spec":{"versions":[null]}}`, `{"spec":{"names":{"shortNames":[null]}}}`,
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

// sendFor returns the server's answer. A strategic merge patch is sent up to 100 times until
// the answer is ours: the server takes the fields of a patch in random order.
func (p definitionPatch) sendFor(c *parity.Check, ours crdschema.CRDResult) live.Answer {
	first := p.send()
	want := summaryOf(ours)
	if p.ContentType != strategicPatch || first.Code == crashed || parity.Equal(want, summary(first)) {
		return first
	}
	for range 100 {
		if next := p.send(); parity.Equal(want, summary(next)) {
			c.Equal("first answer", want, summary(first), parity.Row("D112", func() any { return summary(next) }))
			return next
		}
	}
	return first
}

// rejection returns the code and, unless it lists several errors, the message.
func rejection(code int, message string) any {
	if strings.Contains(message, " is invalid: [") {
		message = ""
	}
	return map[string]any{"code": int64(code), "message": message}
}

// summaryOf returns what tells answers apart: the object, or code and message.
func summaryOf(ours crdschema.CRDResult) any {
	if status := ours.Status(); status != nil {
		return rejection(status.Code, status.Message)
	}
	return spelled(ours.Object)
}

func summary(theirs live.Answer) any {
	if !theirs.Accepted() {
		return rejection(theirs.Code, theirs.Message())
	}
	return spelled(theirs.Body, theirs.Text...)
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
	theirs := p.sendFor(c, ours)
	switch {
	case theirs.Code == crashed && p.ContentType == strategicPatch:
		c.Equal("code", int64(codeOf(ours, p.Old)), int64(crashed), parity.Row("D112", func() any { return int64(codeOf(ours, p.Old)) }))
		return
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
	case strings.Contains(p.Body.Text, "apiextensions.k8s.io/v1beta1"): // the causes differ
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
