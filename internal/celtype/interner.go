package celtype

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// Interner returns one DeclType for all equal ones. Parts are interned first, so types are
// equal if their own attributes are equal and their parts identical.
type Interner struct {
	seed     maphash.Seed
	simple   map[simpleType]*DeclType
	objects  map[uint64][]*DeclType
	nestings map[Nesting]*Nesting
}

type simpleType struct {
	kind              typeKind
	elem              *DeclType
	maxSize, minBytes int64
}

// NewInterner returns an empty interner.
func NewInterner() *Interner {
	return &Interner{
		seed: maphash.MakeSeed(), simple: map[simpleType]*DeclType{},
		objects: map[uint64][]*DeclType{}, nestings: map[Nesting]*Nesting{},
	}
}

func (in *Interner) scalar(k typeKind, maxSize, minBytes int64) *DeclType {
	return in.intern(simpleType{kind: k, maxSize: maxSize, minBytes: minBytes})
}

func (in *Interner) list(elem *DeclType, maxItems int64) *DeclType {
	return in.intern(simpleType{kind: listKind, elem: elem, maxSize: maxItems, minBytes: listBytes})
}

func (in *Interner) mapOf(elem *DeclType, maxProperties int64) *DeclType {
	return in.intern(simpleType{kind: mapKind, elem: elem, maxSize: maxProperties, minBytes: objectBytes})
}

func (in *Interner) intern(key simpleType) *DeclType {
	t, known := in.simple[key]
	if !known {
		t = &DeclType{kind: key.kind, elem: key.elem, maxSize: key.maxSize, minBytes: key.minBytes}
		n := Nesting{kind: key.kind}
		if key.elem != nil {
			n.elem, n.depth = key.elem.nesting, key.elem.nesting.depth+1
		}
		t.nesting = in.nesting(n)
		t.deepest = n.depth
		if key.elem != nil {
			t.deepest = max(n.depth, key.elem.deepest)
		}
		in.simple[key] = t
	}
	return t
}

func (in *Interner) nesting(n Nesting) *Nesting {
	interned, known := in.nestings[n]
	if !known {
		interned = &n
		in.nestings[n] = interned
	}
	return interned
}

const maxCollisions = 8

// object keeps and sorts fields.
func (in *Interner) object(fields []declField, minBytes int64) *DeclType {
	slices.SortFunc(fields, func(a, b declField) int { return cmp.Compare(a.identifier, b.identifier) })
	h := in.hash(fields, minBytes)
	candidates := in.objects[h]
	for _, c := range candidates {
		if c.minBytes == minBytes && slices.Equal(c.fields, fields) {
			return c
		}
	}
	t := &DeclType{kind: objectKind, fields: slices.Clip(fields), minBytes: minBytes, nesting: in.nesting(Nesting{kind: objectKind})}
	for _, f := range fields {
		t.deepest = max(t.deepest, f.declType.deepest)
	}
	if len(candidates) < maxCollisions {
		in.objects[h] = append(candidates, t)
	}
	return t
}

func (in *Interner) hash(fields []declField, minBytes int64) uint64 {
	var h maphash.Hash
	h.SetSeed(in.seed)
	maphash.WriteComparable(&h, minBytes)
	for _, f := range fields {
		h.WriteString(f.identifier)
		maphash.WriteComparable(&h, f.declType)
	}
	return h.Sum64()
}
