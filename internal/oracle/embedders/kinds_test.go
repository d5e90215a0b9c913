package embedders

import (
	"context"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	celconfig "k8s.io/apiserver/pkg/apis/cel"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// kind is one version of a definition on both sides.
type kind struct {
	manifest   map[string]any // with all versions served
	schema     map[string]any // openAPIV3Schema
	definition *crdschema.Definition
	version    *crdschema.Version
	ours       func() ourParts
	theirs     func() theirParts
	// pruned is the reference's schema with pruned defaults, as in a server.
	pruned upstream.Structural

	more sync.Map // what single projects keep: see once
}

// once returns what compile returns for the first caller with this name.
func (k *kind) once(name string, compile func() any) any {
	made, _ := k.more.LoadOrStore(name, sync.OnceValue(compile))
	return made.(func() any)()
}

// ourParts are what a project keeps for a kind, instead of theirParts.
type ourParts struct {
	schema *structural.Schema // its defaults are not pruned
	values *validation.Validator
	rules  *celrules.Rules
}

// theirParts are what most projects keep for a kind.
type theirParts struct {
	props      *apiextensions.JSONSchemaProps
	structural *schema.Structural
	values     apivalidation.SchemaValidator
	rules      *cel.Validator
}

var (
	definitions = crdschema.NewCompiler()
	ruleSets    = celrules.NewCompiler()
	fragments   = fragment.NewCompiler()
)

// newKind compiles a version of a definition on both sides and reports whether a
// server could serve it.
func newKind(manifest map[string]any, version string) (*kind, bool) {
	k := &kind{manifest: structural.Clone(manifest)}
	spec, _ := k.manifest["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		v := v.(map[string]any)
		v["served"] = true
		if holder, _ := v["schema"].(map[string]any); v["name"] == version {
			k.schema, _ = holder["openAPIV3Schema"].(map[string]any)
		}
	}
	crd, err := upstream.Definition(k.manifest)
	if err != nil || k.schema == nil {
		return nil, false
	}
	if _, err := apiextensions.GetCRDStorageVersion(crd); err != nil {
		return nil, false
	}
	if preserve := crd.Spec.PreserveUnknownFields; preserve != nil && *preserve {
		return nil, false // which is another way to decode
	}
	s, err := upstream.NewStructural(k.schema)
	if err != nil {
		return nil, false
	}
	if k.pruned, err = s.PruneDefaults(); err != nil {
		return nil, false
	}
	if k.definition, err = definitions.Compile(context.Background(), k.manifest); err != nil {
		return nil, false
	}
	k.version, _ = k.definition.Version(version)
	k.ours, k.theirs = sync.OnceValue(k.compileOurs), sync.OnceValue(k.compileTheirs)
	return k, true
}

func (k *kind) compileOurs() ourParts {
	s, _ := cases.FromMap(k.schema)
	return ourParts{schema: s, values: validation.Compile(s), rules: ruleSets.Compile(s, structural.Resource)}
}

func (k *kind) compileTheirs() theirParts {
	props, err := upstream.Schema(k.schema)
	if err != nil {
		panic(err)
	}
	s, err := schema.NewStructural(props.DeepCopy())
	if err != nil {
		panic(err)
	}
	values, _, err := apivalidation.NewSchemaValidator(props)
	if err != nil {
		panic(err)
	}
	return theirParts{props: props, structural: s, values: values, rules: cel.NewValidator(s, true, celconfig.PerCallLimit)}
}
