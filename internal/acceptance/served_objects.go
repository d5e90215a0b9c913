package acceptance

import (
	"cmp"
	"maps"
	"net/http"
	"path"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// perform sends the requests of a case and returns what the answers show.
func (s *trial) perform() outcome {
	object, isObject := s.given["object"].(map[string]any)
	switch operation := s.given["operation"]; operation {
	case "create", "update", "status-update":
		if !isObject {
			return s.writeDefinition(operation.(string))
		}
		s.install()
		return s.writeObject(operation.(string), object)
	case "sort":
		return s.sorted()
	case "condition":
		return s.conditions()
	case "publish":
		s.install()
		return s.published()
	case "discover":
		s.install()
		return s.discovered()
	case "read":
		s.install()
		return s.readObject(object)
	case "scale":
		s.install()
		return s.scaled(object)
	case "request":
		s.install()
		answer := s.do(http.MethodGet, s.collection(textOf(s.given["version"])), nil)
		return outcome{"served": answer.code == http.StatusOK, "warnings": list(answer.warnings)}
	case "convert":
		s.install()
		return s.converted(object)
	case "table":
		s.install()
		return s.table()
	case "select":
		s.install()
		return s.selected()
	case "delete":
		s.install()
		return s.deleted(object)
	}
	return outcome{}
}

func (s *trial) writeObject(operation string, object map[string]any) outcome {
	version, revision := s.version(object), ""
	if old, found := s.given["old"].(map[string]any); found && operation != "create" {
		revision = s.keep(old)
	}
	body := structural.Clone(object)
	if meta := metaOf(body); meta != nil {
		delete(meta, "resourceVersion")
		if revision != "" {
			meta["resourceVersion"] = revision
		}
	}
	method, at := http.MethodPut, s.path(version, object)
	switch operation {
	case "create":
		method, at = http.MethodPost, path.Dir(at)
	case "status-update":
		at += "/status"
	}
	got := s.admitted(method, at, body)
	if s.expect["stored"] != nil && got["accepted"] == true {
		got["stored"] = s.plain(s.stored(s.last.body))
	}
	return got
}

// admitted sends a write and returns what its answer shows. Unknown fields show in another answer, to the same request
// with warnings and without an effect.
func (s *trial) admitted(method, at string, body map[string]any) outcome {
	var dropped []string
	if s.expect["dropped"] != nil {
		dropped = s.do(method, at+"?dryRun=All&fieldValidation=Warn", body).dropped
	}
	mode := cmp.Or(textOf(s.given["fieldValidation"]), "Ignore")
	answer := s.do(method, at+"?fieldValidation="+mode, body)
	got := outcome{"accepted": answer.code/100 == 2, "warnings": list(answer.all(mode)), "dropped": list(slices.Sorted(slices.Values(dropped)))}
	got.refused(answer)
	if got["accepted"] == true {
		got["object"], got["prepared"] = s.plain(without(answer.body, "generation")), s.plain(answer.body)
	}
	return got
}

// refused adds the errors or the error of a refusal.
func (o outcome) refused(answer reply) {
	o["errors"] = []any{}
	if answer.code/100 == 2 {
		return
	}
	details, _ := answer.body["details"].(map[string]any)
	causes, _ := details["causes"].([]any)
	if answer.code == http.StatusUnprocessableEntity {
		o["errors"] = errorsIn(causes)
		return
	}
	o["error"] = map[string]any{"reason": answer.reason(), "message": answer.message()}
}

// errorsIn returns causes as the cases list errors.
func errorsIn(causes []any) any {
	byText := map[string]any{}
	for _, c := range causes {
		c := c.(map[string]any)
		text := generated(textOf(c["field"]) + ": " + textOf(c["message"]))
		byText[text] = map[string]any{"path": c["field"], "type": c["reason"], "text": text}
	}
	out := []any{}
	for _, text := range slices.Sorted(maps.Keys(byText)) {
		out = append(out, byText[text])
	}
	return out
}

func (s *trial) readObject(object map[string]any) outcome {
	s.keep(object)
	key := s.key(object)
	before, err := s.Storage.Get(s.ctx, key)
	if err != nil {
		return outcome{"error": err.Error()}
	}
	answer := s.do(http.MethodGet, s.path(s.version(object), object), nil)
	after, err := s.Storage.Get(s.ctx, key)
	if err != nil {
		return outcome{"error": err.Error()}
	}
	got := outcome{"warnings": list(answer.warnings)}
	got.refused(answer)
	if answer.code != http.StatusOK {
		return got
	}
	if metaOf(object)["generation"] == nil {
		answer.body = without(answer.body, "generation")
	}
	got["object"] = s.plain(answer.body)
	var holds []string
	defaulted := adds(s.plain(object), got["object"])
	if defaulted {
		holds = append(holds, "the object is read with defaults")
	}
	if defaulted && before == after {
		holds = append(holds, "what is stored stays without them")
	}
	got["sequence"] = list(holds)
	return got
}

// adds reports whether b has a field that a lacks.
func adds(a, b any) bool {
	switch b := b.(type) {
	case map[string]any:
		a, _ := a.(map[string]any)
		for name, v := range b {
			was, found := a[name]
			if !found || adds(was, v) {
				return true
			}
		}
	case []any:
		a, _ := a.([]any)
		for i, v := range b {
			if i < len(a) && adds(a[i], v) {
				return true
			}
		}
	}
	return false
}

func (s *trial) scaled(object map[string]any) outcome {
	revision := s.keep(object)
	at := s.path(s.storageVersion(), object) + "/scale"
	replicas, written := s.given["replicas"]
	var answer reply
	switch {
	case !written:
		answer = s.do(http.MethodGet, at, nil)
	case replicas == nil: // a patch that does not set it
		answer = s.send(http.MethodPatch, at, map[string]string{"Content-Type": "application/merge-patch+json"}, []byte("{}"))
	default:
		answer = s.do(http.MethodPut, at, map[string]any{
			"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": map[string]any{"replicas": replicas},
			"metadata": map[string]any{"name": nameOf(object), "namespace": metaOf(object)["namespace"], "resourceVersion": revision},
		})
	}
	got := outcome{"accepted": answer.code == http.StatusOK}
	got.refused(answer)
	if answer.code == http.StatusOK {
		got["scale"], got["object"] = recorded(answer.body), s.plain(s.stored(object))
	}
	return got
}
