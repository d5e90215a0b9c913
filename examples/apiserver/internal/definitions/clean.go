package definitions

import (
	"context"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/lifecycle"
)

// cleanupInterval is the time after which the objects of a CRD that is being deleted are deleted again.
const cleanupInterval = 500 * time.Millisecond

// clean deletes the objects of a CRD that is being deleted, and then the CRD.
func (c *Controller) clean(ctx context.Context, name string, stored map[string]any) error {
	meta, _ := stored["metadata"].(map[string]any)
	finalizers, _ := meta["finalizers"].([]any)
	if deletionOf(stored) == nil || !slices.Contains(finalizers, any(lifecycle.CleanupFinalizer)) {
		return nil
	}
	result, left, cause := lifecycle.ObjectsRemoved, 0, error(nil)
	served := (*c.served.Load())[name]
	if cause = served.broken; served.kind != nil {
		done := false
		if left, done, cause = c.removeObjects(ctx, name, served.kind); !done {
			return nil
		}
	}
	if cause != nil {
		result = lifecycle.ObjectsNotDeleted
	}
	if left > 0 || cause != nil {
		c.queue.AddAfter(name, cleanupInterval)
	}
	if left > 0 && cause == nil {
		return nil // objects with finalizers
	}
	crd, err := lifecycle.Finalize(ctx, stored, result, cause, time.Now())
	if err != nil {
		return err
	}
	_, err = c.keep(ctx, name, stored, crd)
	return err
}

// removal is a deletion of all objects of a kind. The results are there when done is closed.
type removal struct {
	kind *custom.Kind
	stop context.CancelFunc
	done chan struct{}
	left int
	err  error
}

// removeObjects deletes the objects of a kind beside other work. It reports whether it is done; if not, the name is
// enqueued when it is.
func (c *Controller) removeObjects(ctx context.Context, name string, kind *custom.Kind) (left int, done bool, err error) {
	r := c.removals[name]
	if r == nil {
		c.removals[name] = c.startRemoval(ctx, name, kind)
		return 0, false, nil
	}
	select {
	case <-r.done:
		delete(c.removals, name)
	default:
		return 0, false, nil
	}
	if r.kind != kind { // the CRD has changed in the meantime
		c.queue.Add(name)
		return 0, false, nil
	}
	return r.left, true, r.err
}

func (c *Controller) startRemoval(ctx context.Context, name string, kind *custom.Kind) *removal {
	ctx, stop := context.WithCancel(ctx)
	r := &removal{kind: kind, stop: stop, done: make(chan struct{})}
	c.beside.Go(func() {
		defer stop()
		r.left, r.err = kind.DeleteAll(ctx)
		close(r.done)
		c.queue.Add(name)
	})
	return r
}
