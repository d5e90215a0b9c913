package crdtest

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// The suites of openshift/api have the CRDs of a kind in a folder next to the tests.
const (
	generatedCRDs      = "../../zz_generated.crd-manifests"
	featureSetKey      = "release.openshift.io/feature-set"
	everyFeature       = "CustomNoUpgrade"
	openshiftName      = "test-"
	openshiftNamespace = "default"
)

// suiteCase is a case of a suite in the format of openshift/api, for one CRD.
type suiteCase struct {
	name, at                      string
	crd                           *suiteCRD
	patches                       []any
	initial, updated, expected    map[string]any
	expectedError, expectedStatus string
	update                        bool
}

// suiteCRD is the CRD of a suite. The first case that needs it compiles it.
type suiteCRD struct {
	item    item
	load    []LoadOption
	compile sync.Once
	d       *Definition
	err     error
}

func (c *suiteCRD) definition(ctx context.Context) (*Definition, error) {
	c.compile.Do(func() { c.d, c.err = c.patched(ctx, nil) })
	return c.d, c.err
}

// patched returns the definition of the CRD with JSON patches.
func (c *suiteCRD) patched(ctx context.Context, patches []any) (*Definition, error) {
	it := c.item
	if patches != nil {
		var err error
		if it.object, err = patched(ctx, it.object, patches); err != nil {
			return nil, err
		}
	}
	ds, err := load(ctx, it.file, []item{it}, c.load)
	if err != nil {
		return nil, err
	}
	return ds.list[0], nil
}

func (c *suiteCase) title() string    { return c.name }
func (c *suiteCase) position() string { return c.at }

func (r *reader) openshiftCases(fsys fs.FS, opts []LoadOption) []testCase {
	f := r.root().fields("apiVersion", "name", "crdName", "crd", "featureGates", "version", "tests")
	crds := r.openshiftCRDs(fsys, f, opts)
	tests := f["tests"].fields("onCreate", "onUpdate")
	var cases []testCase
	for _, crd := range crds {
		for _, n := range tests["onCreate"].list() {
			cases = append(cases, r.suiteCase(n, crd, n.fields("name", "initial", "expected", "expectedError")))
		}
		for _, n := range tests["onUpdate"].list() {
			c := r.suiteCase(n, crd, n.fields("name", "initialCRDPatches", "initial", "updated", "expected", "expectedError", "expectedStatusError"))
			c.update = true
			cases = append(cases, c)
		}
	}
	return cases
}

// openshiftCRDs returns the CRDs of a suite, each with the version of the suite only.
func (r *reader) openshiftCRDs(fsys fs.FS, f map[string]node, opts []LoadOption) []*suiteCRD {
	folder := path.Dir(r.item.file)
	files, name := path.Join(folder, generatedCRDs), f["crdName"].text()
	if crd := f["crd"].text(); crd != "" {
		files = path.Join(folder, crd)
	}
	items, err := readFiles(r.ctx, fsys, files)
	if err != nil {
		r.fail(nil, "%v", err)
		return nil
	}
	gates, version := f["featureGates"].texts(), f["version"].text()
	if version == "" {
		version = path.Base(path.Join(folder, "../.."))
	}
	var crds []*suiteCRD
	for _, it := range items {
		if typeOf(it.object).kind != "CustomResourceDefinition" || name != "" && metadataOf(it.object)["name"] != name || !hasGates(it.object, gates) {
			continue
		}
		it.object = onlyVersion(it.object, version)
		crds = append(crds, &suiteCRD{item: it, load: opts})
	}
	if len(crds) == 0 {
		r.fail(nil, "no CRD %s of the feature gates %v in %s", name, gates, files)
	}
	return crds
}

// hasGates reports whether a CRD is one of those that a suite with feature gates is for: the
// CRD with every feature if all gates must be enabled, and one with the default features if
// one must be disabled. Which other features a set has is not in the CRD.
func hasGates(crd map[string]any, gates []string) bool {
	annotations, _ := metadataOf(crd)["annotations"].(map[string]any)
	sets, _ := annotations[featureSetKey].(string)
	all := sets == "" || slices.Contains(strings.Split(sets, ","), everyFeature)
	disabled := slices.ContainsFunc(gates, func(gate string) bool { return strings.HasPrefix(gate, "-") })
	return len(gates) == 0 || all != disabled
}

// onlyVersion returns crd with one version, served and stored, or as it is if it has no such
// version.
func onlyVersion(crd map[string]any, name string) map[string]any {
	out := structural.Clone(crd)
	spec, _ := out["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		if version, _ := v.(map[string]any); version["name"] == name {
			version["served"], version["storage"] = true, true
			spec["versions"] = []any{version}
			break
		}
	}
	return out
}

func (r *reader) suiteCase(n node, crd *suiteCRD, f map[string]node) *suiteCase {
	c := &suiteCase{name: f["name"].text(), at: n.position(), crd: crd}
	c.name = path.Base(crd.item.file) + "/" + c.name
	c.initial = r.embedded(f["initial"])
	c.updated = r.embedded(f["updated"])
	c.expected = r.embedded(f["expected"])
	c.expectedError, c.expectedStatus = f["expectedError"].text(), f["expectedStatusError"].text()
	for _, patch := range f["initialCRDPatches"].list() {
		c.patches = append(c.patches, patch.value)
	}
	if c.initial == nil {
		r.fail(n.path, "the case has no initial object")
	}
	if c.expected == nil && c.expectedError == "" && c.expectedStatus == "" {
		r.fail(n.path, "the case expects nothing")
	}
	return c
}

// embedded returns the object in a text.
func (r *reader) embedded(n node) map[string]any {
	text := n.text()
	if text == "" {
		return nil
	}
	items, err := readText(r.ctx, "text", []byte(text))
	if err == nil && len(items) != 1 {
		err = fmt.Errorf("there are %d objects", len(items))
	}
	if err != nil {
		r.fail(n.path, "%v", err)
		return nil
	}
	return items[0].object
}

func (c *suiteCase) check(ctx context.Context, _ map[string]Answer, opts []Option) ([]string, error) {
	d, err := c.crd.definition(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.at, err)
	}
	first := d
	if len(c.patches) > 0 {
		if first, err = c.crd.patched(ctx, c.patches); err != nil {
			return nil, fmt.Errorf("%s: the patched CRD: %w", c.at, err)
		}
	}
	s := &suiteRun{suiteCase: c, ctx: ctx, opts: opts}
	if !c.update {
		return s.create(d)
	}
	return s.updateStored(first, d)
}

// suiteRun does the requests of one case.
type suiteRun struct {
	*suiteCase
	ctx    context.Context
	opts   []Option
	stored map[string]any
}

func (s *suiteRun) request(d *Definition, obj map[string]any, opts ...Option) (Answer, error) {
	it := item{file: s.at, object: obj}
	if s.stored != nil {
		opts = append(opts, WithOld(stored(item{file: it.file, object: s.stored, answered: true})))
	}
	all := append([]Option{WithFieldValidation(crdschema.Warn)}, s.opts...) // as the client of openshift/api
	answers, err := Try(s.ctx, d, stored(it), append(all, opts...)...)
	if err != nil {
		return Answer{}, err
	}
	if a := answers[0]; a.Result.Stored != nil {
		s.stored = registry.AtRevision(a.Result.Stored, s.revision()+1)
	}
	return answers[0], nil
}

func (s *suiteRun) revision() (n uint64) {
	text, _ := metadataOf(s.stored)["resourceVersion"].(string)
	_, _ = fmt.Sscan(text, &n)
	return n
}

func (s *suiteRun) create(d *Definition) ([]string, error) {
	a, err := s.request(d, named(s.initial))
	if err != nil {
		return nil, err
	}
	return s.compare(a, s.expectedError), nil
}

func named(obj map[string]any) map[string]any {
	return withMetadata(obj, map[string]any{"generateName": openshiftName, "namespace": openshiftNamespace})
}

func (s *suiteRun) updateStored(first, d *Definition) ([]string, error) {
	a, err := s.request(first, named(s.initial))
	if err == nil && a.Result.Accepted() {
		a, err = s.setStatus(first, a, s.initial)
	}
	if err != nil {
		return nil, err
	}
	if len(a.Problems) > 0 {
		return append([]string{"the initial object is rejected"}, problemLines(a.Problems)...), nil
	}
	if a, err = s.request(d, s.sameObject()); err != nil || s.expectedError != "" {
		return s.compare(a, s.expectedError), err
	}
	if len(a.Problems) == 0 {
		if a, err = s.setStatus(d, a, s.updated); err != nil {
			return nil, err
		}
	}
	return s.compare(a, s.expectedStatus), nil
}

// sameObject returns the updated object with the name, namespace and resourceVersion of the stored
// one.
func (s *suiteRun) sameObject() map[string]any {
	obj, stored := withMetadata(s.updated, nil), metadataOf(s.stored)
	for _, name := range []string{"name", "namespace", "resourceVersion"} {
		if value, found := stored[name]; found {
			metadataOf(obj)[name] = value
		}
	}
	return obj
}

// setStatus updates the status of the object in an answer to the status of the case, if it has one.
func (s *suiteRun) setStatus(d *Definition, a Answer, from map[string]any) (Answer, error) {
	status, found := from["status"]
	if !found {
		return a, nil
	}
	obj := structural.Clone(s.stored)
	obj["status"] = status
	version, _ := d.compiled.Version(strings.TrimPrefix(obj["apiVersion"].(string), d.compiled.Group()+"/"))
	if version == nil || !version.Subresources().Status {
		return a, nil
	}
	return s.request(d, obj, WithStatus())
}

// compare returns how an answer differs from the expected error or object.
func (s *suiteRun) compare(a Answer, want string) []string {
	if want == "" {
		expected := withMetadata(s.expected, nil)
		delete(metadataOf(expected), "name")
		delete(metadataOf(expected), "namespace")
		return expectation{accepted: true, stored: expected}.differences(a)
	}
	status := a.Result.Status()
	if status == nil {
		return []string{"accepted; expected: an error with " + want}
	}
	if strings.Contains(status.Message, want) {
		return nil
	}
	return append([]string{"missing: an error with " + want}, problemLines(a.Problems)...)
}
