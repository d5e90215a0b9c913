package apply

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/status"
)

// Request is a request to apply a configuration, or to update an object.
type Request struct {
	// Live is the stored object as [crdschema.Definition.Read] returns it, or nil if it does
	// not exist. An object at another version than the request is converted.
	Live map[string]any
	// Object is the applied configuration as the client sent it or, for an update, the new
	// object as [crdschema.Definition.Decode] returns it. For a scale it is a Scale
	// (autoscaling/v1).
	Object map[string]any
	// Version is the version in the URL, by default the version of Object or, for a scale, of
	// Live.
	Version string
	// Subresource is "status", "scale" or empty, as in the URL.
	Subresource string
	// Manager is the field manager: the parameter fieldManager or, except for an apply, the
	// User-Agent before the first slash. The default is "unknown". [Applier.Predict] rejects
	// an apply without a manager.
	Manager string
	// Force takes over the fields of other managers instead of conflicting with them.
	Force bool
	// Now is the time of the entries that the request changes. The zero time is left out.
	Now time.Time
}

// normalized returns r with normalized objects.
func (r Request) normalized(ctx context.Context) (Request, error) {
	err := ctx.Err()
	if err == nil && r.Object != nil {
		r.Object, err = normalObject(r.Object, "object")
	}
	if err == nil && r.Live != nil {
		r.Live, err = liveObject(r.Live)
	}
	return r, err
}

type operation struct {
	*converter
	req        Request
	apiVersion string // of the request
	live       map[string]any
	object     map[string]any
	now        string
}

func (a *Applier) start(ctx context.Context, req Request) (*operation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	op := &operation{converter: newConverter(ctx, &a.tracker, mergeStage), req: req, live: req.Live, object: req.Object, now: metaedit.Timestamp(req.Now)}
	if req.Object == nil {
		return nil, errors.New("no object")
	}
	apiVersion, _ := op.object["apiVersion"].(string)
	inBody, _ := a.versionIn(apiVersion)
	name := cmp.Or(req.Version, inBody)
	if !a.serves(name, req.Subresource) {
		return nil, status.NotServed()
	}
	op.apiVersion = a.apiVersion(name)
	if op.live == nil {
		op.live = op.emptyObject()
	}
	return op, nil
}

func (op *operation) emptyObject() map[string]any {
	return op.tracker.empty(op.apiVersion)
}
