package apply

import (
	"context"
	"errors"
	"sync"

	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema"
)

// Applier applies configurations to the objects of one definition, and keeps track of the
// managers of their fields. Only [New] makes one: methods of a nil or zero Applier panic.
type Applier struct {
	tracker
	definition *crdschema.Definition // nil for CRDs
}

// New returns an Applier for a definition, or an error if d is nil.
func New(d *crdschema.Definition) (*Applier, error) {
	if d == nil {
		return nil, errors.New("no definition")
	}
	scale := sync.OnceValue(func() *schema.Schema { return scaleTypes(d.PreservesUnknownFields()) })
	return &Applier{definition: d, tracker: tracker{resource: newCustom(d), scaleTypes: scale, guardFrom: guardedSteps}}, nil
}

// TrackFields returns what [Applier.Update] returns, for Definition.Admit with the Applier as
// crdschema.Request.Fields. The objects must be normalized.
func (a *Applier) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.update(ctx, requestOf(change))
}

// ApplyFields returns what [Applier.Apply] returns, for Definition.Admit. The objects must be normalized.
func (a *Applier) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.apply(ctx, requestOf(change))
}

func requestOf(c crdschema.FieldChange) Request {
	return Request{Live: c.Live, Object: c.Object, Version: c.Version, Subresource: c.Subresource, Manager: c.Manager, Force: c.Force, Now: c.Now}
}
