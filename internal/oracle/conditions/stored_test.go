package conditions

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/structural"
)

// version is one version of a definition with the fields that these comparisons
// need.
type version struct {
	Name            string
	Served, Storage bool
}

// step is an update: of the versions, or of the status if Stored is not nil.
type step struct {
	Versions []version
	Stored   []string
}

// TestStoredVersions compares the stored versions after each of many updates, and
// which updates are rejected because a version is still stored.
func TestStoredVersions(t *testing.T) {
	cases := parity.Generated(parity.Full(50_000), drawSteps)
	parity.Run(t, "stored-versions", cases, compareSteps)
}

var strategy = customresourcedefinition.NewStrategy(runtime.NewScheme())

func compareSteps(c *parity.Check, steps []step) {
	crd := write(c, steps[0], nil)
	for _, s := range steps[1:] {
		if s.Stored == nil {
			crd = write(c, s, crd)
			continue
		}
		next := versioned(versionsOf(crd), s.Stored)
		result, err := crdschema.NewCompiler().AdmitCRD(context.Background(), crdschema.CRDRequest{CRD: next, Old: crd, Operation: crdschema.UpdateStatus})
		if err != nil || !result.Accepted() {
			c.Fail("status", nil, nil, "%v %v", err, result.Errors.Texts())
			return
		}
		crd = result.Object
	}
}

// write creates or updates a definition on both sides and returns the stored
// definition.
func write(c *parity.Check, s step, crd map[string]any) map[string]any {
	next := versioned(s.Versions, nil)
	if crd == nil {
		delete(next["metadata"].(map[string]any), "resourceVersion") // a new definition has none
	}
	stored, refused, errs := theirs(next, crd)
	result, err := crdschema.ValidateCRD(context.Background(), next, crd)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return crd
	}
	c.Equal("accepted", result.Accepted(), errs == 0)
	c.Texts("errors", about(c, result.Errors), refused)
	if crd != nil {
		c.Texts("migration", refusals(c, crd, next), refused)
	}
	if !result.Accepted() {
		return crd
	}
	c.Equal("stored", statusOf(result.Object)["storedVersions"], any(anyTexts(stored)))
	return result.Object
}

// theirs returns the stored versions after the update, the errors about them, and
// the number of all errors.
func theirs(next, crd map[string]any) (stored, refused []string, errs int) {
	ctx, is := context.Background(), internal(next)
	is.Status = apiextensions.CustomResourceDefinitionStatus{}
	var list field.ErrorList
	if crd == nil {
		strategy.PrepareForCreate(ctx, is)
		list = strategy.Validate(ctx, is)
	} else {
		was := internal(crd)
		is.Generation, is.UID = was.Generation, was.UID // as at the beginning of every update
		strategy.PrepareForUpdate(ctx, is, was)
		list = strategy.ValidateUpdate(ctx, is, was)
	}
	for _, err := range list {
		if strings.HasPrefix(err.Field, "status.storedVersions") {
			refused = append(refused, err.Error())
		}
	}
	return is.Status.StoredVersions, refused, len(list)
}

// about returns the errors about stored versions.
func about(c *parity.Check, errs structural.Errors) []string {
	c.Coded(errs...)
	var out []string
	for _, err := range errs {
		if strings.HasPrefix(err.Location(), "status.storedVersions") {
			out = append(out, err.Error())
		}
	}
	return out
}

// refusals returns the errors of our migration about the versions that next does
// not have.
func refusals(c *parity.Check, crd, next map[string]any) []string {
	m, err := lifecycle.PlanMigration(context.Background(), crd, nil)
	if err != nil {
		c.Fail("migration", crd, nil, "%v", err)
		return nil
	}
	droppable, out := m.Droppable(), []string{}
	for _, v := range m.Versions {
		if slices.ContainsFunc(versionsOf(next), func(n version) bool { return n.Name == v.Name }) {
			continue
		}
		if v.Declared && (v.KeptInSpec == "") != slices.Contains(droppable, v.Name) {
			c.Fail("droppable", droppable, v, "%s may be dropped or not", v.Name)
		}
		if v.Stored {
			out = append(out, v.KeptInSpec)
		}
	}
	return out
}

// versioned returns a definition with these versions. It has no status if stored
// is empty.
func versioned(versions []version, stored []string) map[string]any {
	var list []any
	for _, v := range versions {
		list = append(list, map[string]any{"name": v.Name, "served": v.Served, "storage": v.Storage,
			"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}})
	}
	crd := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "foos.a.b", "resourceVersion": "1"},
		"spec": map[string]any{"group": "a.b", "scope": "Namespaced", "versions": list,
			"names": map[string]any{"plural": "foos", "kind": "Foo"}}}
	if stored != nil {
		crd["status"] = map[string]any{"storedVersions": anyTexts(stored)}
	}
	return crd
}

func anyTexts(texts []string) []any {
	out := []any{}
	for _, text := range texts {
		out = append(out, text)
	}
	return out
}

func versionsOf(crd map[string]any) []version {
	var out []version
	for _, e := range crd["spec"].(map[string]any)["versions"].([]any) {
		v := e.(map[string]any)
		out = append(out, version{v["name"].(string), v["served"].(bool), v["storage"].(bool)})
	}
	return out
}

// internal returns a definition as the server's strategies see it.
func internal(crd map[string]any) *apiextensions.CustomResourceDefinition {
	out, err := upstream.Definition(crd)
	if err != nil {
		panic(err)
	}
	return out
}

// drawSteps returns updates that add, remove and change versions.
func drawSteps(seed uint64) []step {
	r := parity.Rand(seed)
	versions := []version{{"v1", true, true}}
	steps := []step{{Versions: versions}}
	for range 1 + r.IntN(8) {
		if r.IntN(5) == 0 {
			steps = append(steps, step{Stored: drawStored(r)})
			continue
		}
		versions = slices.Clone(versions)
		for range 1 + r.IntN(3) {
			versions = change(r, versions)
		}
		steps = append(steps, step{Versions: versions})
	}
	return steps
}

var versionNames = []string{"v1", "v2", "v1beta1", "v1alpha1", "v3"}

func drawStored(r *rand.Rand) []string {
	out := []string{}
	for range r.IntN(4) {
		out = append(out, draw(r, versionNames))
	}
	return out
}

// change makes one change. There is always one storage version; other comparisons
// test other numbers.
func change(r *rand.Rand, versions []version) []version {
	at := r.IntN(len(versions))
	switch r.IntN(5) {
	case 0: // a new one
		name := draw(r, versionNames)
		if slices.ContainsFunc(versions, func(v version) bool { return v.Name == name }) {
			return versions
		}
		return slices.Insert(versions, at, version{Name: name, Served: r.IntN(3) != 0})
	case 1:
		if versions[at].Storage {
			return versions
		}
		return slices.Delete(versions, at, at+1)
	case 2:
		versions[at].Served = !versions[at].Served
	default:
		for i := range versions {
			versions[i].Storage = i == at
		}
	}
	return versions
}
