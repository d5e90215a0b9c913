package operator_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

func TestMain(m *testing.M) { os.Exit(live.Main(m)) }

// TestOperator runs sequences of steps of users and of the operator on the wrapped fake client, on
// crdserver and on the reference server. After every step the answers and all stored objects are
// equal.
func TestOperator(t *testing.T) {
	crds, definitions := manifests(t)
	server, scheme := live.Start(t), newScheme()
	answers, err := server.Install(crds...)
	require.NoError(t, err)
	for _, answer := range answers {
		require.True(t, answer.Accepted(), answer.Message())
	}
	theirs, served := theirClient(t, server, scheme), servedClient(t, crds, scheme)
	var number atomic.Int64
	var took durations
	parity.Run(t, "fakeclient-live", sequences(), func(c *parity.Check, s []step) {
		namespace := fmt.Sprintf("operator%05d", number.Add(1))
		if err := createNamespace(served, namespace); err != nil {
			c.Fail("namespace", nil, nil, "%v", err)
			return
		}
		fake := newSide("fake client", ourClient(scheme, definitions), namespace)
		test := newSide("crdserver", served, namespace)
		reference := newSide("reference", theirs, namespace)
		for i, step := range s {
			want := took.do(reference, step)
			for _, our := range []*side{fake, test} {
				got := took.do(our, step)
				c.Equal(fmt.Sprintf("step %d: %s, %s", i, step.name, our.name), got, want)
				if !parity.Equal(got, want) {
					return
				}
			}
		}
	})
	t.Log(&took)
}

// durations are the times that steps took.
type durations struct {
	sync.Mutex
	// sides has the times of each side by the name of the step.
	sides map[string]map[string]taken
}

type taken struct {
	steps int
	time  time.Duration
}

// do takes a step and adds its time.
func (d *durations) do(s *side, step step) map[string]any {
	start := time.Now()
	out := s.do(step)
	d.add(s.name, step.name, time.Since(start))
	return out
}

func (d *durations) add(side, step string, time time.Duration) {
	d.Lock()
	defer d.Unlock()
	if d.sides == nil {
		d.sides = map[string]map[string]taken{}
	}
	if d.sides[side] == nil {
		d.sides[side] = map[string]taken{}
	}
	for _, name := range []string{step, "all steps"} {
		t := d.sides[side][name]
		d.sides[side][name] = taken{t.steps + 1, t.time + time}
	}
}

// String returns the seconds of a step on each side, a line for each step.
func (d *durations) String() string {
	var b strings.Builder
	sides := slices.Sorted(maps.Keys(d.sides))
	fmt.Fprintf(&b, "milliseconds a step, with the reads of all objects after it: %s\n", strings.Join(sides, ", "))
	for _, name := range slices.Sorted(maps.Keys(d.sides[sides[0]])) {
		fmt.Fprintf(&b, "%-36s", name)
		for _, side := range sides {
			t := d.sides[side][name]
			fmt.Fprintf(&b, " %8.2f", t.time.Seconds()*1000/float64(max(t.steps, 1)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// side is a client with what it has answered.
type side struct {
	client.Client
	name      string
	namespace string
	uids      map[string]string
	revisions map[string]string
	// old is the garden as it was first read.
	old *Garden
}

func newSide(name string, c client.Client, namespace string) *side {
	return &side{Client: c, name: name, namespace: namespace, uids: map[string]string{}, revisions: map[string]string{}}
}

func (s *side) key(name string) types.NamespacedName {
	return types.NamespacedName{Namespace: s.namespace, Name: name}
}

func (s *side) reconcile(ctx context.Context) error {
	result, err := gardener{s.Client}.Reconcile(ctx, reconcile.Request{NamespacedName: s.key("g")})
	if err == nil && result.RequeueAfter > 0 {
		return fmt.Errorf("again after %v", result.RequeueAfter)
	}
	return err
}

// do takes a step and returns the error, what the caller got and all stored objects.
func (s *side) do(step step) map[string]any {
	ctx := context.Background()
	got, err := step.run(ctx, s)
	out := map[string]any{"error": s.text(err)}
	if got != nil {
		out["got"] = s.neutral(got)
	}
	for _, kind := range []string{"Garden", "Flower"} {
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(group.WithKind(kind + "List"))
		if err := s.List(ctx, list, client.InNamespace(s.namespace)); err != nil {
			out[kind] = err.Error()
			continue
		}
		var items []any
		for _, item := range list.Items {
			items = append(items, s.stored(item.Object))
		}
		out[kind] = items
	}
	return out
}

// stored returns an object that does not depend on the side, and whether it was written since the
// last step.
func (s *side) stored(obj map[string]any) any {
	u := unstructured.Unstructured{Object: obj}
	id := u.GetKind() + "/" + u.GetName() + "/" + string(u.GetUID())
	written := s.revisions[id] != u.GetResourceVersion()
	s.revisions[id] = u.GetResourceVersion()
	return map[string]any{"written": written, "object": s.neutral(&u)}
}

// neutral replaces what differs between the sides.
func (s *side) neutral(obj *unstructured.Unstructured) map[string]any {
	u := obj.DeepCopy()
	u.SetNamespace("NS")
	u.SetResourceVersion("")
	if u.GetUID() != "" {
		u.SetUID(types.UID(s.uid(string(u.GetUID()))))
	}
	owners := u.GetOwnerReferences()
	for i := range owners {
		owners[i].UID = types.UID(s.uid(string(owners[i].UID)))
	}
	if len(owners) > 0 {
		u.SetOwnerReferences(owners)
	}
	day := metav1.Date(2026, 1, 2, 0, 0, 0, 0, metav1.Now().Location())
	if t := u.GetCreationTimestamp(); !t.IsZero() {
		u.SetCreationTimestamp(day)
	}
	if t := u.GetDeletionTimestamp(); !t.IsZero() {
		u.SetDeletionTimestamp(&day)
	}
	fields := u.GetManagedFields()
	for i := range fields {
		fields[i].Time = nil
		fields[i].FieldsV1.Raw = []byte(s.anonymous(string(fields[i].FieldsV1.Raw)))
	}
	if len(fields) > 0 {
		// Entries of one second are in the order of their names, others in the order of their times.
		slices.SortFunc(fields, compareEntries)
		u.SetManagedFields(fields)
	}
	return u.Object
}

func compareEntries(a, b metav1.ManagedFieldsEntry) int {
	key := func(e metav1.ManagedFieldsEntry) string {
		return fmt.Sprint(e.Operation, e.Manager, e.Subresource, e.APIVersion)
	}
	switch x, y := key(a), key(b); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func (s *side) uid(uid string) string {
	if s.uids[uid] == "" {
		s.uids[uid] = fmt.Sprintf("uid-%d", len(s.uids)+1)
	}
	return s.uids[uid]
}
