package served_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// TestWebhooksOfCRDs sends requests for CRDs to both servers with the same webhooks, and compares the answers and what
// the webhooks see, apart from the status and the managed fields: the controllers of the reference write them
// at any time.
func TestWebhooksOfCRDs(t *testing.T) {
	_, theirs := plants(t)
	ours := startCRDServer(t, nil)
	hooks := newHookServer(t)
	var number atomic.Int64
	cases := parity.Generated(parity.FullOr(200, 10), func(seed uint64) hookedSequence {
		g := gardener{parity.Rand(seed)}
		return hookedSequence{Configurations: []hookConfiguration{g.crdHooks("Mutating"), g.crdHooks("Validating")}, Steps: g.crdSteps()}
	})
	parity.Run(t, "crdserver-webhooks-crds", cases, func(c *parity.Check, s hookedSequence) {
		namespace := fmt.Sprintf("crdhook%06d", number.Add(1))
		a, b := newHooked(hooks, namespace, "ours", ours.send), newHooked(hooks, namespace, "theirs", theirs.Send)
		remove := configureOurs(t, ours, namespace, s.Configurations, hooks)
		defer remove()
		removeTheirs := configure(t, namespace, s.Configurations, hooks)
		defer removeTheirs()
		for i, step := range s.Steps {
			x, y := bare(a.do(step)), bare(b.do(step))
			c.Equal(fmt.Sprintf("step %d: %s %s?%s", i, step.Method, step.Path, step.Query), x, y)
			if !parity.Equal(x, y) {
				return
			}
			rest(t, namespace, step, ours.send, theirs.Send)
			time.Sleep(100 * time.Millisecond) // the cache of the reference follows its storage
		}
	})
}

// rest waits until the controllers have done their work.
func rest(t *testing.T, namespace string, x step, sides ...func(string, string, map[string]string, []byte) live.Answer) {
	for _, send := range sides {
		path := crdsPath + "/things." + namespace + ".example.com"
		if crd := send("GET", path, jsonHeaders, nil); crd.Code == 200 && metadata(crd.Body)["deletionTimestamp"] == nil {
			assert.NoError(t, live.AwaitCondition(send, "things."+namespace+".example.com", lifecycle.Established, "InitialNamesAccepted"))
			continue
		}
		for range 200 {
			if x.Method != "DELETE" || send("GET", path, jsonHeaders, nil).Code == 404 {
				break
			}
		}
	}
}

// bare returns an answer without what controllers write.
func bare(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		_, isCRD := v["spec"]
		for name, e := range v {
			switch {
			case name == "managedFields", isCRD && name == "status":
			case name == "resourceVersion", name == "text":
				out[name] = "set"
			default:
				out[name] = bare(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = bare(e)
		}
		return out
	}
	return v
}

// crdHooks draws webhooks for the CRDs of a case, which only requests of its client reach.
func (g gardener) crdHooks(kind string) hookConfiguration {
	h := hookConfiguration{Kind: kind, Name: "crds"}
	hook := map[string]any{"admissionReviewVersions": []any{"v1"}, "sideEffects": rarely(g, "None", "Some"), "failurePolicy": pick(g, "Fail", "Ignore"), "timeoutSeconds": 10,
		"matchPolicy": "Equivalent", "cluster": true, "matchConditions": []any{map[string]any{"name": "c", "expression": "request.userInfo.username == 'ann'"}},
		"rules": []any{map[string]any{"apiGroups": []any{"apiextensions.k8s.io"}, "apiVersions": []any{"v1"}, "scope": "*",
			"resources":  pick(g, []any{"customresourcedefinitions"}, []any{"*/*"}, []any{"customresourcedefinitions/status"}),
			"operations": pick(g, []any{"*"}, []any{"CREATE", "UPDATE"}, []any{"DELETE"})}}}
	answer := hookAnswer{Some: uint32(1 + g.IntN(3))}
	switch {
	case kind == "Validating" && g.IntN(2) == 0:
		answer = g.objection()
	case kind == "Mutating":
		hook["reinvocationPolicy"] = pick(g, "Never", "IfNeeded")
		answer.Patch = []any{pick(g, operation("add", "/metadata/annotations", map[string]any{"a": "b"}), operation("add", "/spec/names/shortNames", []any{"hk"}),
			operation("add", "/spec/odd", 1), operation("replace", "/spec/scope", "Odd"), operation("add", "/spec/names/categories", []any{"all"}), operation("remove", "/spec/none", nil))}
	}
	h.Webhooks, h.Answers = []map[string]any{hook}, []hookAnswer{answer}
	return h
}

// crdSteps draws requests for one CRD.
func (g gardener) crdSteps() (out []step) {
	const path = crdsPath + "/things.NS.example.com"
	crd := func(change string) string {
		return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"things.NS.example.com","labels":{"case":"NS"}` + change +
			`},"spec":{"group":"NS.example.com","scope":"Namespaced","names":{"plural":"things","kind":"Thing"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`
	}
	for i := range 5 {
		s := step{Accept: "application/json", ContentType: "application/json", Query: rarely(g, "", "dryRun=All", "fieldManager=other")}
		switch n := g.IntN(6); {
		case i == 0 || n == 0:
			s.Method, s.Path, s.Body = "POST", crdsPath, crd("")
		case n == 1:
			s.Method, s.Path, s.ContentType, s.Body = "PATCH", path, "application/merge-patch+json", pick(g, `{"metadata":{"annotations":{"x":"y"}}}`, `{"spec":{"names":{"shortNames":["th"]}}}`, `{}`)
		case n == 2:
			s.Method, s.Path, s.ContentType, s.Body = "PATCH", path, "application/apply-patch+yaml", crd("")
			s.Query = "force=true&fieldManager=" + pick(g, "m1", "m2")
		case n == 3:
			s.Method, s.Path, s.ContentType, s.Body = "PATCH", path+"/status", "application/merge-patch+json", `{"metadata":{"labels":{"case":"NS"}},"status":{}}`
		case n == 4:
			s.Method, s.Path, s.ContentType = "DELETE", path, "application/json"
		default:
			s.Method, s.Path, s.ContentType, s.Body = "PATCH", path, "application/strategic-merge-patch+json", `{"metadata":{"annotations":{"z":"y"}}}`
		}
		out = append(out, s)
	}
	return out
}

// configureOurs creates webhooks in crdserver, and returns a function that removes them.
func configureOurs(t *testing.T, ours *crdServer, namespace string, configurations []hookConfiguration, hooks *hookServer) func() {
	var paths []string
	for _, configuration := range configurations {
		path := "/apis/admissionregistration.k8s.io/v1/" + strings.ToLower(configuration.Kind) + "webhookconfigurations"
		created := ours.send("POST", path, jsonHeaders, configuration.text(hooks, namespace, "ours"))
		require.True(t, created.Accepted(), created.Message())
		paths = append(paths, path+"/"+configuration.name(namespace))
	}
	return func() {
		for _, path := range paths {
			ours.send("DELETE", path, jsonHeaders, nil)
		}
	}
}
