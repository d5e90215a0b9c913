package custom

import (
	"context"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// endpoint serves one version. status and scale are nil without the subresource.
type endpoint struct {
	store                    *genericregistry.Store
	status, scale            rest.Patcher
	scope, statusOf, scaleOf *handlers.RequestScope
	statusResets             resets
}

// newEndpoint returns the endpoint of a version, without field managers. The context ends its conversions.
func newEndpoint(ctx context.Context, v *crdschema.Version, host Host) (*endpoint, error) {
	store, strategy, err := newStore(ctx, v, host)
	if err != nil {
		return nil, err
	}
	out := &endpoint{store: store}
	selectable, err := registry.NewSelectable(ctx, v)
	if err != nil {
		store.DestroyFunc()
		return nil, err
	}
	out.scope = NewScope(v, host, store, Convertor{v, selectable})
	if v.Subresources().Status {
		of := *store
		of.UpdateStrategy = apimachinery.NewStatusStrategy(strategy)
		scope := *out.scope
		scope.Subresource = "status"
		out.status, out.statusOf = statusREST{&of}, &scope
		out.statusResets = apimachinery.NewStatusStrategy(strategy).GetResetFields()
	}
	if v.Subresources().Scale != nil {
		out.scale, out.scaleOf = scaleREST{v, store, replicasPaths(v.Definition())}, scaleScope(out.scope, v)
	}
	return out, nil
}

// manage gives all scopes their field managers.
func (e *endpoint) manage(types managedfields.TypeConverter, statusResets resets) error {
	if err := manage(e.scope, types, e.store.GetResetFields()); err != nil {
		return err
	}
	if e.statusOf != nil {
		if err := manage(e.statusOf, types, statusResets); err != nil {
			return err
		}
	}
	if e.scaleOf != nil {
		return manage(e.scaleOf, types, nil)
	}
	return nil
}

// Conversions convert objects in memory, and set defaults.
type Conversions interface {
	runtime.ObjectConvertor
	runtime.ObjectDefaulter
}

// NewScope returns the scope of the objects of a version, without a field manager. The version in memory is the
// same.
func NewScope(v *crdschema.Version, host Host, tables rest.TableConvertor, convert Conversions) *handlers.RequestScope {
	d := v.Definition()
	gv := schema.GroupVersion{Group: d.Group(), Version: v.Name()}
	scheme := NewScheme()
	infos := mediaTypes(scheme)
	return &handlers.RequestScope{
		Namer: handlers.ContextBasedNaming{
			Namer: runtime.Namer(meta.NewAccessor()), ClusterScoped: d.Scope() != objectmeta.Namespaced,
		},
		Serializer:          negotiated{d, convert, scheme, infos},
		ParameterCodec:      parameters(gv),
		StandardSerializers: withoutProtobuf(infos),
		Creater:             creater{},
		Convertor:           convert, UnsafeConvertor: convert,
		Defaulter:                convert,
		Typer:                    scheme,
		Authorizer:               host.Authorizer,
		EquivalentResourceMapper: equivalents(d),
		TableConvertor:           tables,
		Resource:                 gv.WithResource(d.Names().Plural),
		Kind:                     gv.WithKind(d.Kind()),
		MetaGroupVersion:         metav1.SchemeGroupVersion,
		HubGroupVersion:          gv,
		MaxRequestBodyBytes:      host.MaxRequestBodyBytes,
	}
}

// equivalents returns the resources of all versions: a webhook for one of them is called for the others, too.
func equivalents(d *crdschema.Definition) runtime.EquivalentResourceRegistry {
	out := runtime.NewEquivalentResourceRegistry()
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		gv := schema.GroupVersion{Group: d.Group(), Version: name}
		resource := gv.WithResource(d.Names().Plural)
		out.RegisterKindFor(resource, "", gv.WithKind(d.Kind()))
		if v.Subresources().Status {
			out.RegisterKindFor(resource, "status", gv.WithKind(d.Kind()))
		}
		if v.Subresources().Scale != nil {
			out.RegisterKindFor(resource, "scale", autoscalingv1.SchemeGroupVersion.WithKind("Scale"))
		}
	}
	return out
}

// scaleScope returns the scope of Scales: they have a Go type.
func scaleScope(of *handlers.RequestScope, v *crdschema.Version) *handlers.RequestScope {
	out, scheme := *of, NewScheme()
	out.Subresource = "scale"
	out.Serializer = serializer.NewCodecFactory(scheme, serializer.WithStreamingCollectionEncodingToJSON())
	out.StandardSerializers = nil
	out.Creater, out.Typer, out.Convertor, out.UnsafeConvertor, out.Defaulter = scheme, scheme, scheme, scheme, scheme
	out.Kind = autoscalingv1.SchemeGroupVersion.WithKind("Scale")
	out.HubGroupVersion = autoscalingv1.SchemeGroupVersion
	out.TableConvertor = scaleTables{registry.NewScalePrinter(v)}
	return &out
}
