package adapters

import (
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/seed95800270/crdschema/apimachinery"
)

var (
	_ rest.CreateUpdateResetFieldsStrategy = (*apimachinery.Strategy)(nil)
	_ rest.RESTDeleteStrategy              = (*apimachinery.Strategy)(nil)
	_ rest.UpdateResetFieldsStrategy       = (*apimachinery.StatusStrategy)(nil)
	_ rest.TableConvertor                  = (*apimachinery.TableConvertor)(nil)

	_ admission.Handler                   = apimachinery.Handler[admission.Request, admission.Response]{}
	_ admission.Validator[*part]          = apimachinery.Validator[*part, admission.Warnings]{}
	_ admission.Validator[runtime.Object] = apimachinery.Validator[runtime.Object, admission.Warnings]{}
	_ admission.Defaulter[*part]          = apimachinery.Defaulter[*part]{}
	_ admission.Defaulter[runtime.Object] = apimachinery.Defaulter[runtime.Object]{}
)

// store returns a store with all fields that this module can set.
func store(s *apimachinery.Strategy, t *apimachinery.TableConvertor) *genericregistry.Store {
	return &genericregistry.Store{
		CreateStrategy: s, UpdateStrategy: s, DeleteStrategy: s, ResetFieldsStrategy: s, TableConvertor: t,
		PredicateFunc: func(label labels.Selector, field fields.Selector) storage.SelectionPredicate {
			return storage.SelectionPredicate{Label: label, Field: field, GetAttrs: s.GetAttrs}
		},
	}
}

var _ = store
