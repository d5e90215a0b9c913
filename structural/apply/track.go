package apply

import (
	"context"

	"github.com/seed95800270/crdschema"
)

// TrackFields does what [Applier.Update] does, for crdschema.Definition.Admit: set
// crdschema.Request.Fields to the Applier.
func (a *Applier) TrackFields(ctx context.Context, change crdschema.FieldChange) (map[string]any, error) {
	return a.Update(ctx, Request{
		Live: change.Live, Object: change.Object, Version: change.Version, Subresource: change.Subresource,
		Manager: change.Manager, Now: change.Now,
	})
}
