package served_test

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// hookedSequences returns generated sequences with webhooks.
func hookedSequences() parity.Cases[hookedSequence] {
	return parity.Generated(parity.FullOr(3_000, 100), func(seed uint64) hookedSequence {
		g := gardener{parity.Rand(seed)}
		var s hookedSequence
		for i := range 1 + g.IntN(3) {
			s.Configurations = append(s.Configurations, g.configuration("Mutating", pick(g, "a", "b", "c")+fmt.Sprint(i)))
		}
		if g.IntN(3) > 0 {
			s.Configurations = append(s.Configurations, g.configuration("Validating", "v"))
		}
		for i := range 4 + g.IntN(6) {
			s.Steps = append(s.Steps, g.hookedStep(i))
		}
		return s
	})
}

// hookedStep draws a write that is likely to be accepted. Only the first one may generate a name: the order of
// several is random.
func (g gardener) hookedStep(number int) step {
	path := servedPath + "/" + rarely(g, "v1", "v1beta1", "v1beta1", "v1beta1") + "/namespaces/NS/" + rarely(g, "plants", "sheds")
	name := pick(g, "a", "b")
	s := step{Accept: "application/json", ContentType: "application/json"}
	kind, version := "Plant", strings.Split(path, "/")[3]
	if strings.HasSuffix(path, "sheds") {
		kind = "Shed"
	}
	meta := map[string]any{"name": name, "labels": map[string]any{"team": pick(g, "a", "b")}}
	obj := map[string]any{"apiVersion": "served.example.com/" + version, "kind": kind, "metadata": meta, "spec": g.spec(kind)}
	switch g.IntN(9) {
	case 0, 1, 2:
		if number == 0 && g.IntN(3) == 0 {
			delete(meta, "name")
			meta["generateName"] = "gen-"
		}
		if g.IntN(6) == 0 {
			meta["finalizers"] = []any{"example.com/f"}
		}
		s.Method, s.Path, s.Body = "POST", path, asText(obj)
	case 3:
		meta["resourceVersion"] = "RV"
		s.Method, s.Path, s.Body = "PUT", path+"/"+name+rarely(g, "", "/status", "/status"), asText(obj)
	case 4:
		s.Method, s.Path = "PATCH", path+"/"+name+pick(g, "", "", "/status", "/scale")
		s.ContentType = "application/merge-patch+json"
		s.Body = pick(g, `{"spec":{"color":"red"}}`, `{"spec":{"replicas":2}}`, `{"status":{"ready":true}}`, `{"metadata":{"labels":{"team":"c"}}}`, `{"metadata":{"finalizers":null}}`, `{}`)
		if strings.HasSuffix(s.Path, "/scale") {
			s.Body = pick(g, `{"spec":{"replicas":2}}`, `{}`, `{"spec":{"replicas":0}}`, `{"spec":null}`)
		}
	case 5:
		s.Method, s.Path, s.ContentType = "PATCH", path+"/"+name+rarely(g, "", "/status"), "application/apply-patch+yaml"
		s.Query = "fieldManager=" + pick(g, "m1", "m2") + "&force=true"
		delete(meta, "labels")
		s.Body = asText(obj)
	case 6:
		s.Method, s.Path = "DELETE", path+"/"+name
		s.Query = pick(g, "", "propagationPolicy=Foreground", "gracePeriodSeconds=0", "dryRun=All")
		s.Body = pick(g, "", "", `{"preconditions":{"uid":"UID"}}`, `{"propagationPolicy":"Background","odd":1}`)
	case 7:
		s.Method, s.Path = "DELETE", path
	default:
		s.Method, s.Path = "PUT", path+"/"+name+"/scale"
		s.Body = fmt.Sprintf(`{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":%q,"namespace":"NS"},"spec":{"replicas":%d}}`, name, g.IntN(4))
	}
	if s.Method != "DELETE" {
		s.Query = strings.Trim(s.Query+"&"+rarely(g, "", "dryRun=All", "dryRun=All", "fieldValidation=Strict", "fieldManager=other"), "&")
	}
	return s
}

// spec draws a spec with the fields that a kind has: a server names any of several unknown fields of an apply.
func (g gardener) spec(kind string) map[string]any {
	spec, fields := map[string]any{}, []string{"color", "height", "tags", "parts", "pot", "extra"}
	if kind == "Shed" {
		fields = fields[:3]
	}
	for _, field := range fields {
		if g.IntN(3) == 0 {
			spec[field] = g.value(field)
		}
	}
	if kind == "Plant" && g.IntN(3) == 0 {
		spec["replicas"] = g.IntN(3)
	}
	return spec
}

// configuration draws a configuration of webhooks. At most one of the validating ones objects, since a server
// answers with any of several.
func (g gardener) configuration(kind, name string) hookConfiguration {
	h := hookConfiguration{Kind: kind, Name: name}
	for i := range 1 + g.IntN(2) {
		hook := map[string]any{"admissionReviewVersions": pick(g, []any{"v1"}, []any{"v1", "v1beta1"}, []any{"v1beta1"}, []any{"v3", "v1"}),
			"sideEffects": rarely(g, "None", "NoneOnDryRun", "Some", "Unknown"), "failurePolicy": pick(g, "Fail", "Fail", "Ignore"),
			"timeoutSeconds": pick(g, 5, 10, 30), "matchPolicy": pick(g, "Exact", "Equivalent"), "rules": g.rules(), "objectSelector": map[string]any{}}
		if g.IntN(3) == 0 {
			hook["objectSelector"] = map[string]any{"matchLabels": map[string]any{"team": pick(g, "a", "b", "c")}}
		}
		if g.IntN(8) == 0 {
			hook["none"] = true
		}
		if g.IntN(3) == 0 {
			hook["matchConditions"] = []any{map[string]any{"name": "c", "expression": pick(g, conditions...)}}
		}
		answer := hookAnswer{}
		if kind == "Mutating" {
			hook["reinvocationPolicy"] = pick(g, "Never", "IfNeeded")
			answer = g.mutation()
		} else if i == 0 {
			answer = g.objection()
		}
		h.Webhooks, h.Answers = append(h.Webhooks, hook), append(h.Answers, answer)
	}
	return h
}

var conditions = []string{"request.operation == 'CREATE'", "object != null && has(object.spec) && has(object.spec.color)", "oldObject == null", "object.spec.color == 'red'",
	"request.userInfo.username != ''", "has(request.subResource) && request.subResource == 'scale'", "request.name == 'a'", "request.resource.version == 'v1'",
	"request.requestResource.version == 'v1beta1'", "has(request.options.fieldManager)", "!request.dryRun", "request.kind.kind == 'Plant'"}

func (g gardener) rules() []any {
	var out []any
	for range 1 + g.IntN(2) {
		rule := map[string]any{"apiGroups": rarely(g, []any{"served.example.com"}, []any{"*"}, []any{"apps"}), "apiVersions": pick(g, []any{"*"}, []any{"v1"}, []any{"v1beta1"}, []any{"v1", "v1beta1"}),
			"resources":  pick(g, []any{"*/*"}, []any{"plants"}, []any{"plants/*"}, []any{"*"}, []any{"plants", "plants/scale"}, []any{"*/status"}, []any{"sheds"}),
			"operations": pick(g, []any{"*"}, []any{"CREATE"}, []any{"CREATE", "UPDATE"}, []any{"DELETE"}, []any{"UPDATE", "DELETE"}), "scope": rarely(g, "*", "Namespaced", "Cluster")}
		out = append(out, rule)
	}
	return out
}

func operation(op, path string, value any) map[string]any {
	out := map[string]any{"op": op, "path": path}
	if op != "remove" {
		out["value"] = value
	}
	return out
}

// mutation draws the answer of a mutating webhook.
func (g gardener) mutation() hookAnswer {
	a := hookAnswer{Some: uint32(1 + g.IntN(3))}
	switch g.IntN(9) {
	case 0:
		return g.objection()
	case 1:
		return hookAnswer{}
	case 2:
		a.Response = map[string]any{"warnings": []any{"mutated " + fmt.Sprint(g.IntN(3))}}
	}
	a.Patch = []any{pick(g, operation("add", "/spec", map[string]any{"color": "blue", "height": 7}), operation("add", "/spec", map[string]any{"extra": map[string]any{"odd": 1}}),
		operation("add", "/metadata/labels", map[string]any{"team": "c"}), operation("add", "/spec/replicas", 2), operation("add", "/spec/tags", []any{"hooked"}),
		operation("replace", "/spec/color", "red"), operation("add", "/metadata/annotations", map[string]any{"a": "b"}), operation("add", "/spec/height", 300),
		operation("remove", "/spec/color", nil), operation("add", "/metadata/finalizers", []any{"example.com/f"}), operation("remove", "/spec/none", nil))}
	if g.IntN(4) == 0 {
		a.Patch = append(a.Patch, operation("add", "/metadata/annotations", map[string]any{"c": "d"}))
	}
	return a
}

// objection draws an answer that denies a request or is wrong.
func (g gardener) objection() hookAnswer {
	a := hookAnswer{Some: uint32(1 + g.IntN(4))}
	switch g.IntN(10) {
	case 0:
		a.Code, a.Text = pick(g, 500, 503, 404, 400, 401), "broken"
	case 1:
		a.Text = pick(g, `{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}`, `{"kind":"AdmissionReview","response":{}}`, `{}`, `[`, `"a"`,
			`{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"uid":"x","allowed":true}}`)
	case 2:
		a.Response = map[string]any{"warnings": []any{"validated"}}
	case 3:
		return hookAnswer{}
	default:
		a.Response = map[string]any{"allowed": false, "status": pick[any](g, nil, map[string]any{"message": "no"}, map[string]any{"code": 403, "reason": "Forbidden", "message": "never"},
			map[string]any{"reason": "Odd"}, map[string]any{"code": 200}, map[string]any{"code": 409, "message": "again", "details": map[string]any{"name": "x", "kind": "y", "causes": []any{map[string]any{"reason": "r", "message": "m", "field": "f"}}}},
			map[string]any{"code": 429, "message": "later", "details": map[string]any{"retryAfterSeconds": 1}})}
	}
	return a
}
