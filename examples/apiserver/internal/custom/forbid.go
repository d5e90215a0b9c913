package custom

import (
	"context"

	"k8s.io/apiserver/pkg/admission"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
)

// forbid is an admission plugin that rejects new objects of a definition that is being deleted.
type forbid struct{ version *crdschema.Version }

// Handles implements admission.Interface.
func (f forbid) Handles(op admission.Operation) bool { return op == admission.Create }

// Admit implements admission.MutationInterface.
func (f forbid) Admit(_ context.Context, a admission.Attributes, _ admission.ObjectInterfaces) error {
	if a.GetOperation() != admission.Create {
		return nil
	}
	target := registry.Target{Version: f.version, Namespace: a.GetNamespace(), Name: a.GetName()}
	return apimachinery.StatusError(target.CheckTerminating(map[string]any{"metadata": map[string]any{"name": a.GetName()}}))
}
