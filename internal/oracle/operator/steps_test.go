package operator_test

import (
	"context"
	"math/rand/v2"
	"strings"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// step is what a user or the operator does. It returns the object that the caller has afterwards.
type step struct {
	name string
	run  func(ctx context.Context, s *side) (*unstructured.Unstructured, error)
}

// text returns the text of an error without what differs between the sides.
func (s *side) text(err error) string {
	if err == nil {
		return ""
	}
	text := strings.ReplaceAll(s.anonymous(err.Error()), s.namespace, "NS")
	return strings.ReplaceAll(text, "/registry/apiextensions.kubernetes.io/", "/registry/") // the prefix of keys in storage is an option
}

// anonymous replaces the uids of a side.
func (s *side) anonymous(text string) string {
	for uid, name := range s.uids {
		text = strings.ReplaceAll(text, uid, name)
	}
	return text
}

// shown returns a typed object as a map.
func shown(obj client.Object) *unstructured.Unstructured {
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(obj)
	if err != nil {
		panic(err)
	}
	return &unstructured.Unstructured{Object: content}
}

// on returns a step that reads the garden, changes it and writes it.
func on(name string, change func(*Garden), write func(context.Context, *side, *Garden, *Garden) error) step {
	return step{name, func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		var g Garden
		if err := s.Get(ctx, s.key("g"), &g); err != nil {
			return nil, err
		}
		base := g.DeepCopyObject().(*Garden)
		change(&g)
		err := write(ctx, s, &g, base)
		return shown(&g), err
	}}
}

func update(ctx context.Context, s *side, g, _ *Garden) error { return s.Update(ctx, g) }

func updateStrictly(ctx context.Context, s *side, g, _ *Garden) error {
	return s.Update(ctx, g, client.FieldValidation("Strict"))
}

func tryUpdate(ctx context.Context, s *side, g, _ *Garden) error {
	return s.Update(ctx, g, client.DryRunAll)
}

func patch(ctx context.Context, s *side, g, base *Garden) error {
	return s.Patch(ctx, g, client.MergeFrom(base))
}

func patchLocked(ctx context.Context, s *side, g, base *Garden) error {
	return s.Patch(ctx, g, client.MergeFromWithOptions(base, client.MergeFromWithOptimisticLock{}))
}

func updateStatus(ctx context.Context, s *side, g, _ *Garden) error { return s.Status().Update(ctx, g) }

func patchStrategically(ctx context.Context, s *side, g, base *Garden) error {
	return s.Patch(ctx, g, client.StrategicMergeFrom(base))
}

func create(name string, g Garden) step {
	return step{name, func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		g := g.DeepCopyObject().(*Garden)
		g.Name, g.Namespace = "g", s.namespace
		err := s.Create(ctx, g)
		return shown(g), err
	}}
}

func raw(name string, kind types.PatchType, text string, opts ...client.PatchOption) step {
	return step{name, func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		g := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "g", Namespace: s.namespace}}
		err := s.Patch(ctx, g, client.RawPatch(kind, []byte(strings.ReplaceAll(text, "NS", s.namespace))), opts...)
		return nil, err
	}}
}

func plants(n int64) func(*Garden) { return func(g *Garden) { g.Spec.Plants = &n } }

var reconciled = step{"Reconcile", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) { return nil, s.reconcile(ctx) }}

// steps are all steps.
var steps = []step{
	create("Create", Garden{}),
	create("Create with a status", Garden{Status: GardenStatus{Ready: 3}}),
	create("Create with a wrong kind", Garden{Spec: GardenSpec{Kind: "oak"}}),
	create("Create with an unknown field", Garden{Spec: GardenSpec{Fence: "high"}}),
	create("Create with a resourceVersion", Garden{ObjectMeta: metav1.ObjectMeta{ResourceVersion: "1"}}),
	on("Update to 2", plants(2), update),
	on("Update to 3", plants(3), update),
	on("Update to 9", plants(9), update),
	on("Update nothing", func(*Garden) {}, update),
	on("Update of labels", func(g *Garden) { g.Labels = map[string]string{"a": "b"} }, update),
	on("Update of the status", func(g *Garden) { g.Status.Ready = 9 }, update),
	on("Update with an unknown field", func(g *Garden) { g.Spec.Fence = "high" }, updateStrictly),
	on("Update without a resourceVersion", func(g *Garden) { g.ResourceVersion = "" }, update),
	on("Update with an uid", func(g *Garden) { g.UID = "other" }, update),
	on("dry run", plants(0), tryUpdate),
	on("Patch to 1", plants(1), patch),
	on("Patch to tulips", func(g *Garden) { g.Spec.Kind = "tulip" }, patchLocked),
	on("Patch to beds", func(g *Garden) { g.Spec.Beds = 3 }, patch),
	on("strategic Patch", plants(2), patchStrategically),
	on("status Update", func(g *Garden) {
		g.Status.Conditions = append(g.Status.Conditions, Condition{Type: "Seen", Status: "True"})
	}, updateStatus),
	on("status Update of the spec", func(g *Garden) { g.Spec.Beds = 2; g.Status.Ready = 1 }, updateStatus),
	on("status Update that is wrong", func(g *Garden) { g.Status.Conditions = []Condition{{Type: "Seen", Status: "Maybe"}} }, updateStatus),
	raw("JSON patch", types.JSONPatchType, `[{"op":"replace","path":"/spec/plants","value":2}]`),
	raw("JSON patch that fails", types.JSONPatchType, `[{"op":"test","path":"/spec/plants","value":17}]`),
	raw("JSON patch that is none", types.JSONPatchType, `{`),
	raw("merge patch of nothing", types.MergePatchType, `{}`),
	raw("merge patch with null", types.MergePatchType, `{"spec":{"beds":null}}`),
	raw("merge patch of a wrong type", types.MergePatchType, `{"spec":{"beds":"two"}}`),
	raw("Apply", types.ApplyPatchType, `{"apiVersion":"operator.example.com/v1","kind":"Garden","metadata":{"name":"g","namespace":"NS"},"spec":{"plants":2}}`, client.FieldOwner("user")),
	raw("Apply by force", types.ApplyPatchType, `{"apiVersion":"operator.example.com/v1","kind":"Garden","metadata":{"name":"g","namespace":"NS"},"spec":{"plants":3,"beds":2}}`, client.FieldOwner("user"), client.ForceOwnership),
	raw("Apply without an owner", types.ApplyPatchType, `{"apiVersion":"operator.example.com/v1","kind":"Garden","metadata":{"name":"g","namespace":"NS"}}`),
	{"grow", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		var p Flower
		if err := s.Get(ctx, s.key("g-0"), &p); err != nil {
			return nil, err
		}
		p.Status.Grown = true
		err := s.Status().Update(ctx, &p)
		return shown(&p), err
	}},
	{"tamper", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		var p Flower
		if err := s.Get(ctx, s.key("g-0"), &p); err != nil {
			return nil, err
		}
		p.Spec.Kind, p.Spec.Tags = "weed", append(p.Spec.Tags, "weed")
		return shown(&p), s.Update(ctx, &p, client.FieldOwner("user"))
	}},
	{"delete a child", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		return nil, s.Delete(ctx, &Flower{ObjectMeta: metav1.ObjectMeta{Name: "g-0", Namespace: s.namespace}})
	}},
	{"remember", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		s.old = &Garden{}
		return nil, s.Get(ctx, s.key("g"), s.old)
	}},
	{"Update what is remembered", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		if s.old == nil {
			return nil, nil
		}
		old := s.old.DeepCopyObject().(*Garden)
		old.Spec.Beds = 2
		return nil, s.Update(ctx, old)
	}},
	{"scale", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		g, scale := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "g", Namespace: s.namespace}}, &autoscalingv1.Scale{}
		if err := s.SubResource("scale").Get(ctx, g, scale); err != nil {
			return nil, err
		}
		scale.Spec.Replicas++
		return nil, s.SubResource("scale").Update(ctx, g, client.WithSubResourceBody(scale))
	}},
	{"delete", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		return nil, s.Delete(ctx, &Garden{ObjectMeta: metav1.ObjectMeta{Name: "g", Namespace: s.namespace}})
	}},
	{"delete in the foreground", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		g := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "g", Namespace: s.namespace}}
		return nil, s.Delete(ctx, g, client.PropagationPolicy(metav1.DeletePropagationForeground))
	}},
	{"delete another uid", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		g, uid := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "g", Namespace: s.namespace}}, types.UID("other")
		return nil, s.Delete(ctx, g, client.Preconditions{UID: &uid})
	}},
	{"delete all plants", func(ctx context.Context, s *side) (*unstructured.Unstructured, error) {
		return nil, s.DeleteAllOf(ctx, &Flower{}, client.InNamespace(s.namespace))
	}},
}

// sequences returns sequences of steps: the operator runs after every other step.
func sequences() parity.Cases[[]step] {
	return parity.Generated(parity.Full(1_000), func(seed uint64) []step {
		r := parity.Rand(seed)
		out := []step{pick(r, steps[:5]), reconciled}
		for range 10 {
			out = append(out, pick(r, steps), reconciled)
		}
		return out
	})
}

func pick[T any](r *rand.Rand, of []T) T { return of[r.IntN(len(of))] }
