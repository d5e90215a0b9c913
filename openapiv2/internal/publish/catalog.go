package publish

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Catalog is an immutable set of CRDs: With and Without return another one and share the
// documents of unchanged CRDs.
type Catalog[D any] struct {
	build         func(context.Context, *Definition, *Version) (D, error)
	parts         map[string][]*part[D] // by the name of the CRD
	groupVersions map[string][]*part[D] // the same by group and version, in order of names
}

type part[D any] struct {
	name         string
	groupVersion string
	definition   *Definition
	version      *Version
	hash         *memo[[sha256.Size]byte]
	document     *memo[D]
}

func newCatalog[D any](build func(context.Context, *Definition, *Version) (D, error)) *Catalog[D] {
	return &Catalog[D]{build: build}
}

// With returns c with CRDs added, or replacing CRDs of the same name. On an error it returns
// c.
func (c *Catalog[D]) With(ctx context.Context, crds []map[string]any) (*Catalog[D], error) {
	parts := maps.Clone(c.parts)
	if parts == nil {
		parts = map[string][]*part[D]{}
	}
	for _, crd := range crds {
		added, err := c.read(ctx, crd)
		if err != nil {
			return c, err
		}
		parts[added.Name] = c.partsOf(added)
	}
	return c.derive(parts), nil
}

// Without returns c without the CRDs of these names.
func (c *Catalog[D]) Without(names []string) *Catalog[D] {
	parts := maps.Clone(c.parts)
	for _, name := range names {
		delete(parts, name)
	}
	return c.derive(parts)
}

// read copies a CRD. Documents are built from the copy later.
func (c *Catalog[D]) read(ctx context.Context, crd map[string]any) (*Definition, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	normal, err := structural.Normalize(crd)
	if err != nil {
		return nil, err
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	fields = structural.Clone(fields)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	d, err := Read(ctx, fields)
	if err != nil {
		return nil, err
	}
	d.Name = cmp.Or(d.Name, d.Plural+"."+d.Group)
	return d, nil
}

func (c *Catalog[D]) partsOf(d *Definition) []*part[D] {
	var out []*part[D]
	for _, v := range d.published() {
		out = append(out, &part[D]{
			name: d.Name, groupVersion: d.Group + "/" + v.Name, definition: d, version: v,
			hash:     newMemo(func(ctx context.Context) ([sha256.Size]byte, error) { return d.hash(ctx, v) }),
			document: newMemo(func(ctx context.Context) (D, error) { return c.build(ctx, d, v) }),
		})
	}
	return out
}

func (c *Catalog[D]) derive(parts map[string][]*part[D]) *Catalog[D] {
	out := &Catalog[D]{build: c.build, parts: parts, groupVersions: map[string][]*part[D]{}}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		for _, p := range parts[name] {
			out.groupVersions[p.groupVersion] = append(out.groupVersions[p.groupVersion], p)
		}
	}
	return out
}

// GroupVersions returns the group-versions in byte order.
func (c *Catalog[D]) GroupVersions() []string { return slices.Sorted(maps.Keys(c.groupVersions)) }

// Documents returns the documents of one group-version in the order of the names of their
// CRDs.
func (c *Catalog[D]) Documents(ctx context.Context, groupVersion string) ([]D, error) {
	var out []D
	for _, p := range c.groupVersions[groupVersion] {
		doc, err := p.document.get(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, doc)
	}
	return out, nil
}

// Hash returns a hash of the content of a group-version, or "". It does not build the
// document.
func (c *Catalog[D]) Hash(ctx context.Context, groupVersion string) (string, error) {
	parts := c.groupVersions[groupVersion]
	if len(parts) == 0 {
		return "", nil
	}
	h := sha256.New()
	for _, p := range parts {
		sum, err := p.hash.get(ctx)
		if err != nil {
			return "", err
		}
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// formatVersion must change whenever this package builds other documents from the same CRDs.
const formatVersion = 2

func (d *Definition) hash(ctx context.Context, v *Version) (sum [sha256.Size]byte, err error) {
	digest := sha256.New()
	h := hasher{work: work.Start(ctx, "hashing a definition"), out: bufio.NewWriter(digest)}
	h.value([]any{
		int64(formatVersion), d.Group, d.Kind, d.ListKind, d.Plural, d.Namespaced, d.preservesUnknown,
		v.Name, v.Status, v.Scale, jsontext.Strings(v.SelectableFields), v.schema,
	})
	if err := cmp.Or(h.work.Err(), h.out.Flush()); err != nil {
		return sum, err
	}
	digest.Sum(sum[:0])
	return sum, nil
}
