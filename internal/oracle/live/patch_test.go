package live_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema"
	errorcodes "github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/patches"
)

const (
	jsonPatch      = "application/json-patch+json"
	mergePatch     = "application/merge-patch+json"
	strategicPatch = "application/strategic-merge-patch+json"
)

// patchCase is a request with a patch of a stored object.
type patchCase struct {
	kind        *bodyKind
	Patch       string
	ContentType string
	Fields      live.FieldValidation
	Status      bool
}

// TestJSONPatch compares whole requests with JSON patches.
func TestJSONPatch(t *testing.T) {
	parity.Run(t, "json-patch", patchCases(t, jsonPatch, patches.JSON, fixedJSONPatches()), comparePatch)
}

// TestMergePatch compares whole requests with merge patches.
func TestMergePatch(t *testing.T) {
	parity.Run(t, "merge-patch", patchCases(t, mergePatch, patches.Merge, fixedMergePatches()), comparePatch)
}

// patchCases returns requests with fixed patches and with generated ones.
func patchCases(t *testing.T, contentType string, generated func(*rand.Rand, map[string]any) []byte, fixed []string) parity.Cases[patchCase] {
	var kinds []*bodyKind
	for _, k := range installedBodies(t) {
		if k.stored != nil {
			kinds = append(kinds, k)
		}
	}
	var all []patchCase
	for _, text := range fixed {
		for _, mode := range fieldModes {
			all = append(all, patchCase{kinds[0], text, contentType, mode, false})
			for _, k := range kinds[1:] {
				if k.status {
					all = append(all, patchCase{k, text, contentType, mode, true})
					break
				}
			}
		}
	}
	for _, other := range []string{"", "application/json", "application/strategic-merge-patch+json", "application/apply-patch+cbor", ";", contentType + ";a=b", contentType + " ", strings.ToUpper(contentType)} {
		all = append(all, patchCase{kinds[0], "{}", other, live.Strict, false}, patchCase{kinds[0], strings.Repeat(" ", 3<<20+1), other, live.Strict, false})
	}
	list := parity.List(all, func(x patchCase) string {
		return fmt.Sprintf("%.80q %s %s %v", x.Patch, x.ContentType, x.Fields, x.Status)
	})
	return parity.Join(list, parity.Generated(parity.Full(20_000), func(seed uint64) patchCase {
		r := parity.Rand(seed)
		k := kinds[r.IntN(len(kinds))]
		x := patchCase{kind: k, Patch: string(generated(r, k.stored)), ContentType: contentType, Fields: fieldModes[r.IntN(3)]}
		x.Status = k.status && r.IntN(4) == 0
		return x
	}))
}

func comparePatch(c *parity.Check, x patchCase) {
	ours, err := x.kind.ours.Admit(context.Background(), x.request())
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	theirs := x.send()
	if theirs.Code == crashed {
		compareCrash(c, x.ContentType, int64(code(ours)))
		return
	}
	if len(ours.Errors) == 1 && ours.Errors[0].Code == errorcodes.PatchUndecodable {
		x.compareUndecodable(c, ours, theirs)
		return
	}
	op := crdschema.Update
	if x.Status {
		op = crdschema.UpdateStatus
	}
	compareAnswer(c, ours, op, x.send, func() live.Answer { return x.withStatus(ours.Decoded) })
	if status := ours.Status(); status != nil && status.Code == theirs.Code && len(ours.Errors) < 2 {
		c.Equal("status", status.Object(), theirs.Body, parity.Row("D22", func() any { return causesOnce(theirs.Body) }))
	}
}

// compareUndecodable compares the answers about a patched object that cannot be decoded.
func (x patchCase) compareUndecodable(c *parity.Check, ours crdschema.Result, theirs live.Answer) {
	status := ours.Status().Object()
	c.Coded(ours.Errors...)
	c.Texts("warnings", ours.Warnings, theirs.Warnings)
	c.Equal("status", status, theirs.Body, parity.Row("D2", func() any {
		body, _ := parity.Repeat30(func() any { return x.send().Body }, func(body any) bool { return parity.Equal(body, status) })
		return body
	}))
}

// withStatus sends an update of the status that has nothing but the status of obj.
func (x patchCase) withStatus(obj map[string]any) live.Answer {
	text, err := json.Marshal(statusOnly(obj))
	if err != nil {
		panic(err)
	}
	return x.kind.resource.TryUpdateText("stored/status", "application/json", text, x.Fields)
}

// request returns the request for our side.
func (x patchCase) request() crdschema.Request {
	req := crdschema.Request{
		Body: []byte(x.Patch), ContentType: x.ContentType, Operation: crdschema.Patch,
		Version: x.kind.version, Namespace: "default", Old: x.kind.stored, DryRun: true,
	}
	if x.Status {
		req.Operation = crdschema.PatchStatus
	}
	req.FieldValidation = map[live.FieldValidation]crdschema.FieldValidation{
		live.Ignore: crdschema.Ignore, live.Warn: crdschema.Warn, live.Strict: crdschema.Strict}[x.Fields]
	return req
}

// crashed is the code of the answer to a request that crashes.
const crashed = 0

// send sends the request to the server.
func (x patchCase) send() live.Answer {
	path := "stored"
	if x.Status {
		path += "/status"
	}
	return recovered(func() live.Answer {
		return x.kind.resource.TryPatchText(path, x.ContentType, []byte(x.Patch), x.Fields)
	})
}

// recovered returns the answer to a request, or one with the code crashed.
func recovered(send func() live.Answer) (answer live.Answer) {
	defer func() {
		if recover() != nil {
			answer = live.Answer{Code: crashed}
		}
	}()
	return send()
}

// compareCrash compares our code with a request that crashes, as only JSON patches do.
func compareCrash(c *parity.Check, contentType string, ours int64) {
	c.Equal("code", ours, int64(crashed), parity.Row("D80", func() any {
		if strings.Contains(contentType, "json-patch+json") {
			return ours
		}
		return nil
	}))
}

// fixedMergePatches returns the patches that are not left to chance.
func fixedMergePatches() []string {
	return append(metadataPatches(),
		"", "null", " {} ", "[]", "[{}]", "0", "{}{}", `{"kind":null}`, `{"kind":""}`, `{"kind":1}`, `{"kind":"Other"}`, `{"Kind":1}`,
		`{"apiVersion":null}`, `{"apiVersion":""}`, `{"apiVersion":"v1"}`, `{"apiVersion":"a/b/c"}`, `{"apiVersion":"a/"}`, `{"apiVersion":1}`, `{"apiVersion":"a.b/v1"}`, `{"apiVersion":"a.b/v1","status":{"a":1},"spec":{"a":1}}`, `{"kind":"Other","status":{"a":1},"spec":{"a":1}}`,
		`{"metadata":null}`, `{"metadata":[]}`, `{"metadata":{}}`, `{"a":1}`, `{"a":1,"a":2}`, `{"spec":{"a":{"b":1,"b":2}}}`, `{"spec":{"a":[{"b":1,"b":2}]}}`,
		`{"spec":null}`, `{"spec":1}`, `{"status":null}`, `{"status":1}`, `{"status":{"a":1}}`, `{"spec":{"watts":"a"}}`, `{"spec":{"watts":1e999}}`, `{"spec":{"watts":1.0}}`,
		"{\"a\":\"\xff\"}", "{\"\xff\":1}", `{"<a>":"<b>"}`, `{"items":[]}`, `{"spec":`+strings.Repeat(`{"a":`, 3_000)+"1"+strings.Repeat("}", 3_000)+"}",
	)
}

// metadataPatches returns merge patches of metadata.
func metadataPatches() (out []string) {
	for _, field := range []string{"name", "namespace", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
		"generateName", "selfLink", "labels", "annotations", "finalizers", "ownerReferences", "managedFields", "other"} {
		for _, value := range []string{"null", `""`, `"a"`, `"1"`, "1", "-1", "1.5", "true", "[]", "{}", "[null]", "[1]", `["a"]`, `["a/b","a/b"]`, `{"a":null}`, `{"a":1}`, `{"a":"b"}`, "[{}]",
			`[{"apiVersion":"v1","kind":"A","name":"a","uid":"u"},{"apiVersion":"v1","kind":"A","name":"a","uid":"u"}]`, `"2020-01-01T00:00:00Z"`} {
			out = append(out, `{"metadata":{"`+field+`":`+value+"}}")
		}
	}
	return out
}

// fixedJSONPatches returns the patches that are not left to chance.
func fixedJSONPatches() []string {
	out := []string{
		"", "null", "[]", " [ ] ", "{}", "[null]", "[0]", "[[]]", `["a"]`, "[true]", "[{}]", `[{"op":1}]`, `[{"op":"add"}]`, `[{"op":null,"path":null,"from":null,"value":null}]`,
		`[{"op":"add","path":1}]`, `[{"op":"add","path":"/a","from":{}}]`, `[{"op":"add","path":"/a","value":1e999}]`, `[{"op":"add","path":"/a","x":1,"x":2,"path":"/b"}]`,
		`[{"op":"test","path":""}]`, `[{"op":"replace","path":""}]`, `[{"op":"replace","path":"","value":null}]`, `[{"op":"replace","path":"","value":[]}]`, `[{"op":"replace","path":"","value":{}}]`,
		`[{"op":"test","path":"/spec/none","value":null}]`, `[{"op":"test","path":"/spec","value":{"watts":40}}]`, `[{"op":"test","path":"/spec/watts","value":40.0}]`,
		`[{"op":"add","path":"/spec/a","value":[null]},{"op":"test","path":"/spec/a","value":[null]}]`,
		`[{"op":"add","path":"/spec/a","value":null},{"op":"copy","from":"/spec/a","path":"/spec/b"},{"op":"add","path":"/spec/b/c","value":1}]`,
		`[{"op":"copy","from":"/spec","path":"/spec/a"},{"op":"copy","from":"/spec","path":"/spec/b"}]`,
		"[" + strings.TrimSuffix(strings.Repeat(`{"op":"test","path":"/spec/x","value":null},`, 10_000), ",") + "]",
		"[" + strings.Repeat(`{"op":"test","path":"/spec/x","value":null},`, 10_000) + "{}]",
		"[" + strings.TrimSuffix(strings.Repeat(`{"op":"copy","from":"/spec","path":"/spec/a"},`, 40), ",") + "]",
		`[{"op":"add","path":"/spec/a","value":` + strings.Repeat(`{"a":`, 3_000) + "1" + strings.Repeat("}", 3_000) + "}]",
	}
	for _, patch := range metadataPatches() {
		value := strings.TrimSuffix(strings.SplitN(strings.TrimPrefix(patch, `{"metadata":{"`), `":`, 2)[1], "}}")
		field := strings.SplitN(strings.TrimPrefix(patch, `{"metadata":{"`), `":`, 2)[0]
		out = append(out, `[{"op":"add","path":"/metadata/`+field+`","value":`+value+"}]")
	}
	return out
}
