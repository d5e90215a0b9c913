package apply

import (
	"context"
	"encoding/json"
	"log/slog"
	"path"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/status"
)

// Prediction is a server's answer to an apply.
type Prediction struct {
	// Result is the answer, with a Status if the server rejects the request.
	crdschema.Result
	// Changes are the differences between the live object, read at the version of the request,
	// and the object in the answer. Rejected requests do not have Changes.
	Changes Changes `json:"changes,omitempty"`
}

// MarshalJSON returns the JSON of the Result with the Changes.
func (p Prediction) MarshalJSON() ([]byte, error) {
	type result crdschema.Result
	return json.Marshal(struct {
		result
		Status  *status.Status `json:"status,omitempty"`
		Changes Changes        `json:"changes,omitempty"`
	}{result(p.Result), p.Status(), p.Changes})
}

// LogValue returns the attributes of the Result and the number of Changes for a log.
func (p Prediction) LogValue() slog.Value {
	attrs := p.Result.LogValue().Group()
	return slog.GroupValue(append(slices.Clip(attrs), slog.Int("changes", len(p.Changes)))...)
}

// Predict returns what the server would answer and store if it applied the configuration of a
// request now, as `kubectl diff --server-side` asks it: Definition.Admit of a Patch,
// PatchStatus or PatchScale of the type application/apply-patch+yaml.
//
// If nothing would change, Changes is empty and Object equals the live object. Leave out
// managed fields and the generation with Changes.Without if they do not matter. A new order of
// a keyed list or set is a change of the kind Reordered.
//
// The object of a namespaced kind must have its namespace, because there is no URL. A new
// object does not get a uid. A conflict is a Status with the code 409. The error is the error
// of Definition.Admit, or a failure.
func (a *Applier) Predict(ctx context.Context, req Request) (Prediction, error) {
	request := crdschema.Request{
		Operation: crdschema.Patch, ContentType: "application/apply-patch+yaml", Object: req.Object, Old: req.Live, Version: req.Version,
		Fields: a, FieldManager: req.Manager, Force: req.Force, Now: req.Now, CreationTimestamp: req.Now,
	}
	switch req.Subresource {
	case "status":
		request.Operation = crdschema.PatchStatus
	case scaleSubresource:
		request.Operation = crdschema.PatchScale
	case "":
	default:
		return Prediction{Result: crdschema.Rejected(status.NotServed())}, nil
	}
	result, err := a.definition.Admit(ctx, request)
	if err != nil || result.Status() != nil {
		return Prediction{Result: result}, err
	}
	prediction := Prediction{Result: result}
	prediction.Changes, err = a.changes(ctx, req.Live, result)
	return prediction, err
}

func (a *Applier) changes(ctx context.Context, live map[string]any, result crdschema.Result) (Changes, error) {
	obj := result.Object
	if obj == nil || obj["apiVersion"] == scale.APIVersion { // not written (see crdschema.Result.Accepted), or a Scale
		obj = result.Validated
	}
	apiVersion, _ := obj["apiVersion"].(string)
	version, _ := a.definition.Version(path.Base(apiVersion))
	if live != nil {
		var err error
		if live, err = a.definition.Read(ctx, live, version.Name()); err != nil {
			return nil, err
		}
	}
	return Diff(ctx, version.Schema(), live, obj)
}
