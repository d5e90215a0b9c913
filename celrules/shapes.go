package celrules

import (
	"cmp"
	"hash/maphash"
	"slices"
)

// shapes makes one shape of equal ones, so that what is found out about one is
// known of all. Parts are made before what they are parts of: two shapes are
// equal exactly if they say the same of themselves and their parts are the same.
type shapes struct {
	seed    maphash.Seed
	simple  map[simpleShape]*shape
	objects map[uint64][]*shape
	forms   map[form]*form
}

// simpleShape is a shape that is no object, as a key.
type simpleShape struct {
	kind         kind
	elem         *shape
	size, weight int64
}

func newShapes() *shapes {
	return &shapes{
		seed: maphash.MakeSeed(), simple: map[simpleShape]*shape{},
		objects: map[uint64][]*shape{}, forms: map[form]*form{},
	}
}

func (s *shapes) scalar(k kind, size, weight int64) *shape {
	return s.of(simpleShape{kind: k, size: size, weight: weight})
}

func (s *shapes) list(elem *shape, size int64) *shape {
	return s.of(simpleShape{kind: listKind, elem: elem, size: size, weight: listWeight})
}

func (s *shapes) dict(elem *shape, size int64) *shape {
	return s.of(simpleShape{kind: mapKind, elem: elem, size: size, weight: objectWeight})
}

func (s *shapes) of(key simpleShape) *shape {
	out, known := s.simple[key]
	if !known {
		out = &shape{kind: key.kind, elem: key.elem, size: key.size, weight: key.weight}
		f := form{kind: key.kind}
		if key.elem != nil {
			f.elem, f.depth = key.elem.form, key.elem.form.depth+1
		}
		out.form = s.form(f)
		s.simple[key] = out
	}
	return out
}

func (s *shapes) form(f form) *form {
	out, known := s.forms[f]
	if !known {
		out = &f
		s.forms[f] = out
	}
	return out
}

// maxAlike bounds how many objects with the same hash are compared.
const maxAlike = 8

// object keeps the fields, which it sorts.
func (s *shapes) object(fields []declField, weight int64) *shape {
	slices.SortFunc(fields, func(a, b declField) int { return cmp.Compare(a.name, b.name) })
	h := s.hash(fields, weight)
	alike := s.objects[h]
	for _, other := range alike {
		if other.weight == weight && slices.Equal(other.fields, fields) {
			return other
		}
	}
	out := &shape{kind: objectKind, fields: slices.Clip(fields), weight: weight, form: s.form(form{kind: objectKind})}
	if len(alike) < maxAlike {
		s.objects[h] = append(alike, out)
	}
	return out
}

func (s *shapes) hash(fields []declField, weight int64) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	maphash.WriteComparable(&h, weight)
	for _, f := range fields {
		h.WriteString(f.name)
		maphash.WriteComparable(&h, f.shape)
	}
	return h.Sum64()
}
