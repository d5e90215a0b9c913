package compat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/valuediff"
	"github.com/seed95800270/crdschema/structural"
)

type difference = valuediff.Difference

// Compare returns what the update of a CRD from old to upgraded does to clients and to stored
// objects. Both are CRDs of apiextensions.k8s.io/v1 or v1beta1. Old's status.storedVersions matter.
//
// The error means no comparison: the context, the budget (structural.ErrTooMuchWork), a value that
// is not a JSON value, or an old CRD that no server could serve. A new CRD with such an error has a
// finding.
func Compare(ctx context.Context, old, upgraded map[string]any, opts ...Option) (Comparison, error) {
	o := optionsOf(opts)
	if ctx == nil {
		ctx = context.Background()
	}
	u, err := o.read(ctx, old, upgraded)
	if err != nil {
		return Comparison{}, err
	}
	out := Comparison{}
	if out.Findings, err = o.admitCRD(ctx, u); err != nil {
		return Comparison{}, err
	}
	out.Findings = append(out.Findings, u.versionFindings()...)
	conversions, err := o.conversionFindings(ctx, u)
	if err != nil {
		return Comparison{}, err
	}
	out.Findings = append(out.Findings, conversions...)
	if out.Steps, err = u.steps(ctx); err != nil {
		return Comparison{}, err
	}
	if u.after == nil {
		return out, nil
	}
	for _, name := range u.before.Versions() {
		if err := o.compareVersion(ctx, u, name, &out); err != nil {
			return Comparison{}, err
		}
	}
	return out, nil
}

// upgrade is both CRDs and what they compile to.
type upgrade struct {
	old, upgraded map[string]any // as given, normalized
	oldCRD, crd   *crd.CRD
	before, after *crdschema.Definition // all versions are served; after is nil if no server could serve it
	broken        error                 // why after is nil
	renamed       bool
}

func (o *options) read(ctx context.Context, old, upgraded map[string]any) (*upgrade, error) {
	u := &upgrade{}
	for _, in := range []struct {
		name string
		crd  map[string]any
		to   *map[string]any
	}{{"the old CRD", old, &u.old}, {"the new CRD", upgraded, &u.upgraded}} {
		v, err := structural.Normalize(in.crd)
		if err == nil && in.crd == nil {
			err = errors.New("it is missing")
		}
		if err == nil {
			*in.to = v.(map[string]any)
			err = crd.CheckType(*in.to).Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", in.name, err)
		}
	}
	u.oldCRD, u.crd = crd.Skim(nil, crd.ToV1(u.old)), crd.Skim(nil, crd.ToV1(u.upgraded))
	u.renamed = u.oldCRD.Group != u.crd.Group || u.oldCRD.Names.Kind != u.crd.Names.Kind
	var err error
	if u.before, err = o.compiler.Compile(ctx, aligned(u.old, u.old), definitionOptions(u.old, o.old)...); err != nil {
		return nil, fmt.Errorf("the old CRD: %w", err)
	}
	u.after, u.broken = o.compiler.Compile(ctx, aligned(u.upgraded, u.old), definitionOptions(u.upgraded, o.upgraded)...)
	return u, failure(ctx, u.broken)
}

// aligned returns a CRD with the names and scope of another one, with all versions served and
// without the marks of a deletion, so that the same object can be sent to both.
func aligned(manifest, names map[string]any) map[string]any {
	out := without(crd.ToV1(manifest), "status")
	spec, _ := out["spec"].(map[string]any)
	from, _ := crd.ToV1(names)["spec"].(map[string]any)
	spec = without(spec, "")
	for _, k := range []string{"group", "names", "scope"} {
		if from[k] != nil {
			spec[k] = from[k]
		}
	}
	list, _ := spec["versions"].([]any)
	versions := make([]any, len(list))
	for i, v := range list {
		versions[i] = v
		if m, ok := v.(map[string]any); ok {
			m = without(m, "deprecated")
			m["served"] = true
			versions[i] = m
		}
	}
	spec["versions"] = versions
	out["spec"] = spec
	meta, _ := names["metadata"].(map[string]any)
	out["metadata"] = map[string]any{"name": meta["name"]}
	return out
}

// compareVersion adds the findings about the schema of a version.
func (o *options) compareVersion(ctx context.Context, u *upgrade, name string, out *Comparison) error {
	before, _ := u.before.Version(name)
	after, found := u.after.Version(name)
	if !found {
		return nil
	}
	w := &walker{ctx: ctx, steps: mostPairs}
	root := pair{old: before.Schema(), upgraded: after.Schema(), resource: true}
	w.comparePreserved(u, root)
	w.compare(root)
	if w.err != nil {
		return w.err
	}
	if w.steps < 0 {
		out.Omitted++
	}
	changes := append(w.changes, u.subresourceChange(before, after, root)...)
	s := &searcher{sides: sides{old: before, upgraded: after}, compiler: o.compiler, attempts: o.attempts}
	oldPrefix, prefix := schemaPath(u.oldCRD, name), schemaPath(u.crd, name)
	for i, c := range changes {
		if i >= mostChanges {
			out.Omitted += len(changes) - i
			break
		}
		if err := o.add(ctx, s, c, oldPrefix, prefix, out); err != nil {
			return err
		}
	}
	return o.compareStorage(ctx, u, after, prefix, out)
}

// add appends the findings about a change.
func (*options) add(ctx context.Context, s *searcher, c *change, oldPrefix, prefix structural.Path, out *Comparison) error {
	findings, err := s.findings(ctx, c)
	for _, f := range findings {
		f.Version = s.old.Name()
		f.OldPath, f.Path = c.located(c.oldPath, oldPrefix, f.From), c.located(c.path, prefix, f.To)
		out.Findings = append(out.Findings, f)
	}
	return err
}

// comparePreserved adds a change of spec.preserveUnknownFields.
func (w *walker) comparePreserved(u *upgrade, root pair) {
	if o, n := u.before.PreservesUnknownFields(), u.after.PreservesUnknownFields(); o && !n {
		w.stack = append(w.stack, root)
		w.altered(&change{pair: root, check: "preserveUnknownFields", from: o, to: n, possible: []Effect{Drops}, probes: []probe{unknownField}})
		w.stack = nil
	}
}

func schemaPath(c *crd.CRD, version string) structural.Path {
	for i := range c.Versions {
		if c.Versions[i].Name == version {
			_, path := c.Versions[i].OpenAPIV3Schema()
			if path == nil {
				path = crd.VersionPath(i)
			}
			return path
		}
	}
	return nil
}

// located returns the path of a change in a CRD, or nil if the CRD lacks it.
func (c *change) located(at, prefix structural.Path, value string) structural.Path {
	switch {
	case prefix == nil:
		return nil
	case c.check == "properties" && value == "" || c.rule != nil && value == "":
		return nil
	case c.keyword != nil:
		return prefix.Append(at...).Append(c.keyword...)
	case value == "" || c.check == "properties":
		return prefix.Append(at...)
	case c.check == "type" || c.check == "storage" || c.check == "subresources.status":
		return prefix.Append(at...)
	default:
		return prefix.Append(at...).Append(structural.Field(c.check))
	}
}

// findings decides about a change.
func (s *searcher) findings(ctx context.Context, c *change) ([]Finding, error) {
	base := Finding{Check: c.check, From: valueText(c.from), To: valueText(c.to)}
	if len(c.possible) == 0 {
		base.Verdict, base.Reason = Safe, c.reason
		return []Finding{base}, nil
	}
	f, err := s.search(ctx, c)
	if err != nil {
		return nil, err
	}
	var out []Finding
	for _, e := range c.possible {
		if f.witnesses[e] == nil {
			continue
		}
		one := base
		one.Effect, one.Verdict, one.Severity = e, Breaking, severityOf(e)
		one.Witness, one.For = f.witnesses[e], f.audiences[e]
		out = append(out, one)
	}
	if out == nil {
		base.Effect, base.Severity = slices.MinFunc(c.possible, func(a, b Effect) int { return int(a) - int(b) }), Warning
		base.Tried = append(f.tried, fmt.Sprintf("%d objects in all", f.judged))
		out = append(out, base)
	}
	return out, nil
}

func severityOf(e Effect) Severity {
	switch e {
	case Widens:
		return Info
	case Defaults, Stores, Ownership:
		return Warning
	default:
		return Error
	}
}

// mostText is the number of bytes of a value or an error in a finding.
const mostText = 200

func valueText(v any) string {
	if v == nil {
		return ""
	}
	if s, ok := v.(string); ok {
		return cut(s)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "a value that JSON cannot hold"
	}
	return cut(string(text))
}

// cut returns the beginning of a text, as UTF-8: JSON holds nothing else, so that a report is the same
// after it was written and read.
func cut(text string) string {
	if len(text) <= mostText {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.ToValidUTF8(text[:mostText+1], "\uFFFD")
	n := min(mostText, len(text)-1)
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + "…"
}

// textsOf returns the first texts of errors, cut.
func textsOf(errs structural.Errors) []string {
	var out []string
	for _, e := range errs[:min(len(errs), 10)] {
		out = append(out, cut(e.Error()))
	}
	return out
}
