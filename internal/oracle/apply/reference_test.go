package apply

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
	"k8s.io/kube-openapi/pkg/schemaconv"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v6/typed"

	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// init turns the logs of the server off: the comparisons provoke them on purpose.
func init() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	utilruntime.ErrorHandlers = nil
}

// reference has the field managers of one definition.
type reference struct {
	models   map[string]*spec.Schema
	parser   typed.Parser
	managers map[string]*managedfields.FieldManager // by version and subresource
	kinds    map[string]schema.GroupVersionKind     // by version
}

// newReference builds the field managers as the server's crdHandler does.
func newReference(manifest map[string]any, convert runtime.ObjectConvertor) (*reference, error) {
	crd, err := v1Of(manifest)
	if err != nil {
		return nil, err
	}
	r := &reference{managers: map[string]*managedfields.FieldManager{}, kinds: map[string]schema.GroupVersionKind{}}
	types, err := r.typeConverter(crd)
	if err != nil {
		return nil, err
	}
	if convert == nil {
		if convert, err = noConversion(crd); err != nil {
			return nil, err
		}
	}
	schemas, err := schemasOf(crd)
	if err != nil {
		return nil, err
	}
	status := map[fieldpath.APIVersion]*fieldpath.Set{}
	for _, v := range crd.Spec.Versions {
		if v.Subresources != nil && v.Subresources.Status != nil {
			status[fieldpath.APIVersion(crd.Spec.Group+"/"+v.Name)] = fieldpath.NewSet(fieldpath.MakePathOrDie("metadata"), fieldpath.MakePathOrDie("spec"))
		}
	}
	for _, v := range crd.Spec.Versions {
		kind := schema.GroupVersionKind{Group: crd.Spec.Group, Version: v.Name, Kind: crd.Spec.Names.Kind}
		r.kinds[v.Name] = kind
		reset := map[fieldpath.APIVersion]*fieldpath.Set{}
		if v.Subresources != nil && v.Subresources.Status != nil {
			reset[fieldpath.APIVersion(kind.GroupVersion().String())] = fieldpath.NewSet(fieldpath.MakePathOrDie("status"))
		}
		for sub, fields := range map[string]map[fieldpath.APIVersion]*fieldpath.Set{"": reset, "status": status} {
			m, err := managedfields.NewDefaultCRDFieldManager(types, convert, defaulter{schemas, kind.GroupKind()}, creator{}, kind,
				kind.GroupVersion(), sub, fieldpath.NewExcludeFilterSetMap(fields))
			if err != nil {
				return nil, err
			}
			r.managers[v.Name+"/"+sub] = m
		}
	}
	return r, nil
}

func v1Of(manifest map[string]any) (*apiextensionsv1.CustomResourceDefinition, error) {
	internal, err := upstream.Definition(manifest)
	if err != nil {
		return nil, err
	}
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(internal, crd, nil); err != nil {
		return nil, err
	}
	crd.Spec.Conversion = &apiextensionsv1.CustomResourceConversion{Strategy: apiextensionsv1.NoneConverter}
	return crd, nil
}

func (r *reference) typeConverter(crd *apiextensionsv1.CustomResourceDefinition) (managedfields.TypeConverter, error) {
	var specs []*spec3.OpenAPI
	for _, v := range crd.Spec.Versions {
		s, err := builder.BuildOpenAPIV3(crd, v.Name, builder.Options{})
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	merged, err := builder.MergeSpecsV3(specs...)
	if err != nil {
		return nil, err
	}
	r.models = merged.Components.Schemas
	types, err := schemaconv.ToSchemaFromOpenAPI(r.models, crd.Spec.PreserveUnknownFields)
	if err != nil {
		return nil, err
	}
	r.parser.Schema.Types = types.Types
	return managedfields.NewTypeConverter(r.models, crd.Spec.PreserveUnknownFields)
}

func noConversion(crd *apiextensionsv1.CustomResourceDefinition) (runtime.ObjectConvertor, error) {
	factory, err := conversion.NewCRConverterFactory(nil, nil)
	if err != nil {
		return nil, err
	}
	safe, _, err := factory.NewConverter(crd)
	return safe, err
}

func schemasOf(crd *apiextensionsv1.CustomResourceDefinition) (map[string]*structuralschema.Structural, error) {
	out := map[string]*structuralschema.Structural{}
	for _, v := range crd.Spec.Versions {
		if v.Schema == nil || v.Schema.OpenAPIV3Schema == nil {
			continue
		}
		internal := &apiextensions.CustomResourceValidation{}
		if err := apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(v.Schema, internal, nil); err != nil {
			return nil, err
		}
		s, err := structuralschema.NewStructural(internal.OpenAPIV3Schema)
		if err != nil && !crd.Spec.PreserveUnknownFields {
			return nil, err
		}
		if !crd.Spec.PreserveUnknownFields {
			if err := defaulting.PruneDefaults(s); err != nil {
				return nil, err
			}
		}
		out[v.Name] = s
	}
	return out, nil
}

type defaulter struct {
	schemas map[string]*structuralschema.Structural
	kind    schema.GroupKind
}

func (d defaulter) Default(in runtime.Object) {
	if kind := in.GetObjectKind().GroupVersionKind(); kind.GroupKind() == d.kind {
		defaulting.Default(in.(runtime.Unstructured).UnstructuredContent(), d.schemas[kind.Version])
	}
}

type creator struct{}

func (creator) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	out := &unstructured.Unstructured{}
	out.SetGroupVersionKind(kind)
	return out, nil
}

// answer is what either side returns.
type answer struct {
	Object map[string]any
	Code   int
	Text   string
	Causes []string
}

// extract returns what a manager has applied.
func (r *reference) extract(object map[string]any, manager, subresource string) (map[string]any, error) {
	var out map[string]any
	u := &unstructured.Unstructured{Object: upstream.Copy(object)}
	kind := u.GroupVersionKind()
	names := strings.Split(kind.Group, ".")
	slices.Reverse(names)
	t := r.parser.Type(strings.Join(append(names, kind.Version, kind.Kind), "."))
	err := managedfields.ExtractInto(u, t, manager, &out, subresource)
	return out, err
}

// apply applies a configuration.
func (r *reference) apply(o operation, live, config map[string]any) answer {
	out, err := r.managers[o.Version+"/"+o.Subresource].Apply(r.object(o, live), &unstructured.Unstructured{Object: upstream.Copy(config)}, o.Manager, o.Force)
	if err != nil {
		return failure(err)
	}
	return answer{Object: out.(*unstructured.Unstructured).Object}
}

// update updates an object.
func (r *reference) update(o operation, live, object map[string]any) answer {
	out := r.managers[o.Version+"/"+o.Subresource].UpdateNoErrors(r.object(o, live), &unstructured.Unstructured{Object: upstream.Copy(object)}, o.Manager)
	return answer{Object: out.(*unstructured.Unstructured).Object}
}

// object returns the live object, or an empty one if there is none.
func (r *reference) object(o operation, live map[string]any) *unstructured.Unstructured {
	out := &unstructured.Unstructured{}
	if live == nil {
		out.SetGroupVersionKind(r.kinds[o.Version])
	} else {
		out.Object = upstream.Copy(live)
	}
	return out
}

func failure(err error) answer {
	status, ok := err.(errors.APIStatus)
	if !ok {
		return answer{Code: 500, Text: err.Error()}
	}
	out := answer{Code: int(status.Status().Code), Text: status.Status().Message}
	if d := status.Status().Details; d != nil {
		for _, c := range d.Causes {
			out.Causes = append(out.Causes, fmt.Sprintf("%s %s: %s", c.Type, c.Field, c.Message))
		}
	}
	return out
}
