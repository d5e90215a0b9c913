package fakeclient

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/apply"
)

// change is a write that has changed an object.
type change struct {
	verb     string
	gvk      schema.GroupVersionKind
	key      types.NamespacedName
	old, cur map[string]any
}

func (c change) String() string {
	what := fmt.Sprintf("%s %s %s", c.verb, c.gvk.Kind, c.key)
	if c.old == nil || c.cur == nil {
		return what
	}
	changes, err := apply.Diff(detached(), nil, c.old, c.cur)
	if err != nil {
		return what
	}
	text := changes.Without(".metadata.resourceVersion", ".metadata.generation", ".metadata.managedFields").String()
	return what + "\n  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

// WriteLoopError says that a reconciler does not come to rest.
type WriteLoopError struct {
	// Runs is the number of runs.
	Runs int
	// Writes are the writes of the last run that changed objects: the verb, the object, and the
	// fields that changed. There are none if the last run only asks for another one.
	Writes []string
}

// Error returns the number of runs and the writes of the last one.
func (e *WriteLoopError) Error() string {
	if len(e.Writes) == 0 {
		return fmt.Sprintf("the reconciler still asks for another run after %d runs", e.Runs)
	}
	return fmt.Sprintf("the reconciler still writes after %d runs:\n%s", e.Runs, strings.Join(e.Writes, "\n"))
}

// ReconcileUntilSettled calls a reconciler until a run changes no object and does not ask for another
// one at once. It returns the result of the last run. It does not wait for a RequeueAfter.
//
// The error is the reconciler's, the context's, or a *[WriteLoopError] if run number max still changes
// objects or asks for another one. Writes of kinds without a definition count if they change more than
// the resourceVersion.
func (c *Client) ReconcileUntilSettled(ctx context.Context, r reconcile.Reconciler, req reconcile.Request, max int) (reconcile.Result, error) {
	s := c.server
	s.startCount()
	defer s.endCount()
	var result reconcile.Result
	for run := 1; ; run++ {
		if ctx.Err() != nil {
			return result, context.Cause(ctx)
		}
		var err error
		if result, err = r.Reconcile(ctx, req); err != nil {
			return result, err
		}
		writes := s.takeWrites()
		if len(writes) == 0 && !again(result) {
			return result, nil
		}
		if run >= max {
			return result, &WriteLoopError{Runs: run, Writes: writes}
		}
	}
}

// again reports whether a result asks for another run at once. A controller ignores Requeue if
// RequeueAfter is set.
func again(result reconcile.Result) bool {
	return result.Requeue && result.RequeueAfter <= 0
}

func (s *server) startCount() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counting++
	s.writes = nil
}

func (s *server) endCount() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counting--
}

func (s *server) takeWrites() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, w := range s.writes {
		out = append(out, w.String())
	}
	s.writes = nil
	return out
}

// count remembers a write that changed an object.
func (s *server) count(verb string, gvk schema.GroupVersionKind, key types.NamespacedName, old, cur map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counting > 0 {
		s.writes = append(s.writes, change{verb, gvk, key, old, cur})
	}
}

// observe calls a verb of the fake client for a kind without a definition, and remembers whether it
// changed the object.
func (s *server) observe(verb string, obj client.Object, call func() error) error {
	s.mu.Lock()
	counting := s.counting > 0
	s.mu.Unlock()
	gvk, err := s.types.kindOf(obj)
	if !counting || err != nil {
		return call()
	}
	old := s.shown(gvk, obj)
	if err := call(); err != nil {
		return err
	}
	cur := s.shown(gvk, obj)
	if !structural.Equal(settled(old), settled(cur)) {
		s.count(verb, gvk, client.ObjectKeyFromObject(obj), old, cur)
	}
	return nil
}

// shown returns an object of the tracker, or nil.
func (s *server) shown(gvk schema.GroupVersionKind, obj client.Object) map[string]any {
	gvr, _ := meta.UnsafeGuessKindToResource(gvk)
	found, err := s.tracker.Get(gvr, obj.GetNamespace(), obj.GetName())
	if err != nil {
		return nil
	}
	out, err := apimachinery.ToMap(detached(), found)
	if err != nil {
		return nil
	}
	return out
}

// settled returns obj without what every write changes.
func settled(obj map[string]any) map[string]any {
	if obj == nil {
		return nil
	}
	return withRevision(withoutManagedFields(obj), "")
}
