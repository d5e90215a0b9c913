package embedders

import (
	"context"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// kcp serves exported APIs in virtual workspaces. They forward requests to a shard. They
// decode like a server, with the reference's own decoder and with pruned defaults. Updates
// were prepared and validated as well, with the reference's strategy, at the commit named
// here; since c67d504cc630 a shard alone does that, and it is a server. New objects are
// only decoded. The generic checks of an update, which the shard makes, are added, since
// our stage has them.
var kcp = project{
	name: "kcp",
	source: "kcp-dev/kcp pkg/virtual/framework/dynamic/apiserver/serving_info.go, CreateServingInfoFor, 8d95d652dd23; " +
		"pkg/virtual/apiexport/builder/forwarding.go, 448c6ab71117; pkg/virtual/framework/forwardingregistry/store.go, Update, 0125f270465c",
	calls:          []string{decoding, metadata, values, embedded, listTypes, rules},
	keepsObject:    true,
	seesOld:        true,
	reportsUnknown: true,
	forwards:       func(in request) bool { return in.old == nil },
	theirs: func(in request) (t trace) {
		decoded := in.kind.pruned.Decode(in.object, upstream.Request)
		if decoded.Error != "" {
			t.add(decoding, []string{decoded.Error})
			return t
		}
		t.object, _ = in.kind.pruned.Default(decoded.Object).(map[string]any)
		t.add(decoding, nil)
		if in.old == nil {
			return t
		}
		obj, old := &unstructured.Unstructured{Object: t.object}, &unstructured.Unstructured{Object: in.old}
		s := in.kind.kcpStrategy()
		s.PrepareForUpdate(context.Background(), obj, old)
		t.add(validated, sortedOnce(upstream.Texts(rest.ValidateUpdate(context.Background(), obj, old, s))))
		return t
	},
	ours: func(in request) (t trace) {
		v := in.kind.withoutScale()
		decoded, err := v.Definition().Decode(context.Background(), in.object)
		if err != nil {
			t.ours(decoding, structural.ErrorsOf(err))
			return t
		}
		t.object = decoded.Object
		t.add(decoding, nil)
		if in.old == nil {
			return t
		}
		t.object = registry.PrepareUpdate(v, t.object, in.old)
		verdict, err := v.ValidateUpdate(context.Background(), t.object, in.old)
		if err != nil {
			panic(err)
		}
		t.ours(validated, verdict.Errors)
		last := &t.steps[len(t.steps)-1]
		last.texts = sortedOnce(last.texts)
		return t
	},
}

// sortedOnce returns texts without duplicates: the reference finds some errors of
// metadata twice.
func sortedOnce(texts []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(texts)))
}

// strategy has the methods of the reference's unexported type that projects call.
type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// kcpStrategy returns the strategy that kcp makes: without the scale subresource.
func (k *kind) kcpStrategy() strategy {
	return k.once("kcp", func() any {
		crd, err := upstream.Definition(k.manifest)
		if err != nil {
			panic(err)
		}
		sub, err := apiextensions.GetSubresourcesForVersion(crd, k.version.Name())
		if err != nil {
			panic(err)
		}
		var status *apiextensions.CustomResourceSubresourceStatus
		var statusValues apivalidation.SchemaValidator
		if sub != nil && sub.Status != nil {
			status = sub.Status
			if of, declared := k.theirs().props.Properties["status"]; declared {
				if statusValues, _, err = apivalidation.NewSchemaValidator(&of); err != nil {
					panic(err)
				}
			}
		}
		gvk := schema.GroupVersionKind{Group: k.definition.Group(), Version: k.version.Name(), Kind: k.definition.Kind()}
		return customresource.NewStrategy(nil, k.definition.Scope() == objectmeta.Namespaced, gvk,
			k.theirs().values, statusValues, k.pruned.S, status, nil, nil)
	}).(strategy)
}

// withoutScale returns the version of a definition without the scale subresource.
func (k *kind) withoutScale() *crdschema.Version {
	return k.once("without scale", func() any {
		manifest := structural.Clone(k.manifest)
		for _, v := range manifest["spec"].(map[string]any)["versions"].([]any) {
			if sub, _ := v.(map[string]any)["subresources"].(map[string]any); sub != nil {
				delete(sub, "scale")
			}
		}
		definition, err := definitions.Compile(context.Background(), manifest)
		if err != nil {
			panic(err)
		}
		v, _ := definition.Version(k.version.Name())
		return v
	}).(*crdschema.Version)
}
