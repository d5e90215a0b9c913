package apply

import (
	"context"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural/apply"
)

// measured is an object of the corpus that gitops has applied and a controller updated.
type measured struct {
	kind    *kind
	version string
	live    map[string]any // with a label of the controller
	applied map[string]any // the configuration of gitops
	changed map[string]any // the same with a label
}

func measuredObjects(b *testing.B) []measured {
	subjects := corpusSubjects(b)
	var out []measured
	for i := 0; i < subjects.N; i += 20 {
		_, s := subjects.At(i)
		k := s.kind()
		if k == nil {
			continue
		}
		m := measured{kind: k, version: versionOf(k, s.object), applied: labeled(s.object, nil), changed: labeled(s.object, map[string]any{"a": "b"})}
		delete(m.applied, "status")
		delete(m.changed, "status")
		live, err := k.ours.Apply(context.Background(), apply.Request{Object: m.applied, Version: m.version, Manager: "gitops", Now: epoch})
		if err != nil {
			continue
		}
		live = stored(live)
		m.live, err = k.ours.Update(context.Background(), apply.Request{Live: live, Object: labeled(live, map[string]any{"c": "d"}), Version: m.version, Manager: "controller", Now: epoch})
		if err == nil {
			out = append(out, m)
		}
	}
	return out
}

// labeled returns a copy of obj with a name and labels.
func labeled(obj, labels map[string]any) map[string]any {
	obj = upstream.Copy(obj)
	meta, _ := obj["metadata"].(map[string]any)
	out := map[string]any{"name": "n", "namespace": "default"}
	for _, field := range []string{"managedFields", "uid", "annotations"} {
		if meta[field] != nil {
			out[field] = meta[field]
		}
	}
	if labels != nil {
		out["labels"] = labels
	}
	obj["metadata"] = out
	return obj
}

// BenchmarkRatioApply measures applies of what is applied already, applies of one more
// label, and updates of one label, as Definition.Admit makes them: both sides get decoded
// objects. The reference writes into the objects that it gets: its copies are not measured.
func BenchmarkRatioApply(b *testing.B) {
	objects := measuredObjects(b)
	b.Logf("%d objects", len(objects))
	lives := make([]map[string]any, len(objects))
	for i, m := range objects {
		lives[i] = m.live
	}
	for _, bench := range []struct {
		name    string
		applies bool
		object  func(measured) map[string]any
	}{
		{"unchanged", true, func(m measured) map[string]any { return m.applied }},
		{"changed", true, func(m measured) map[string]any { return m.changed }},
		{"update", false, func(m measured) map[string]any { return labeled(m.live, map[string]any{"c": "e"}) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			given := make([]map[string]any, len(objects))
			for i, m := range objects {
				given[i] = bench.object(m)
			}
			live, object := make([]*unstructured.Unstructured, len(objects)), make([]*unstructured.Unstructured, len(objects))
			now := time.Now()
			ratio.Run(b, ratio.Case{
				Objects: lives,
				Fresh: func() {
					for i, m := range objects {
						live[i], object[i] = &unstructured.Unstructured{Object: upstream.Copy(m.live)}, &unstructured.Unstructured{Object: upstream.Copy(given[i])}
					}
				},
				Ours: func() {
					for i, m := range objects {
						call := m.kind.ours.TrackFields
						if bench.applies {
							call = m.kind.ours.ApplyFields
						}
						change := crdschema.FieldChange{Live: m.live, Object: given[i], Version: m.version, Manager: "gitops", Now: now}
						if _, err := call(context.Background(), change); err != nil {
							b.Fatal(err)
						}
					}
				},
				Upstream: func() {
					for i, m := range objects {
						manager := m.kind.theirs.managers[m.version+"/"]
						if !bench.applies {
							manager.UpdateNoErrors(live[i], object[i], "gitops")
						} else if _, err := manager.Apply(live[i], object[i], "gitops", false); err != nil {
							b.Fatal(err)
						}
					}
				},
			})
		})
	}
}
