package apply

import (
	"context"

	"github.com/seed95800270/crdschema"
)

// TrackFields returns what [Applier.Update] returns, for crdschema.Definition.Admit: set
// crdschema.Request.Fields to the Applier.
func (a *Applier) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.Update(ctx, requestOf(change))
}

// ApplyFields returns what [Applier.Apply] returns, for crdschema.Definition.Admit.
func (a *Applier) ApplyFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.Apply(ctx, requestOf(change))
}

func requestOf(c crdschema.FieldChange) Request {
	return Request{Live: c.Live, Object: c.Object, Version: c.Version, Subresource: c.Subresource, Manager: c.Manager, Force: c.Force, Now: c.Now}
}
