package hints_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// CRDs with a misspelled field or one of another type: the reference decoder does
// not report the error any more once the edits of its hint are applied.
func TestFields(t *testing.T) {
	crds := corpus.Load(t).CRDs
	whole := parity.Cases[map[string]any]{N: len(crds), At: func(i int) (string, map[string]any) { return crds[i].File, crds[i].Manifest }}
	var all tally
	parity.Run(t, "crd-hints-fields", parity.Times(whole, parity.Full(20), misspell), func(c *parity.Check, m map[string]any) {
		found := decode.Read(m, nil)
		errs := found.Strict
		if found.Undecodable != nil {
			errs = append(errs, found.Undecodable)
		}
		if len(errs) == 0 || m["apiVersion"] != "apiextensions.k8s.io/v1" {
			c.Void()
			return
		}
		err := errs[0]
		h, ok := cases.Must2(hints.For(t.Context(), m, err))
		all.add(err, h, ok)
		if h.Edits == nil {
			c.Void()
			return
		}
		edited := h.Apply(m)
		before, after := decodingErrors(m), decodingErrors(edited)
		stays := slices.Contains(after, err.Error())
		if again := decode.Read(edited, nil).Undecodable; stays && again != nil {
			// The text does not name the list item, so it may be about another one.
			stays = again.Path.Compare(err.Path) == 0
		}
		if !slices.Contains(before, err.Error()) || stays {
			c.Fail("decoding errors", after, before, "%s\n%s", err, h.Text)
		}
	})
	if none := all.print("crd-hints-fields"); none > 0 {
		t.Errorf("%d errors without a hint", none)
	}
}

// decodingErrors returns the errors of a strict decoder.
//
// Reference: sigs.k8s.io/json, UnmarshalStrict.
func decodingErrors(m map[string]any) (texts []string) {
	text, err := upstream.Encode(m)
	if err != nil {
		panic(err)
	}
	problems, err := kjson.UnmarshalStrict(text, &apiextensionsv1.CustomResourceDefinition{})
	if err != nil {
		return []string{err.Error()}
	}
	for _, p := range problems {
		texts = append(texts, p.Error())
	}
	return texts
}

// misspell changes the case of a name, a letter of a name or the type of a value,
// three times.
func misspell(seed uint64, crd map[string]any) map[string]any {
	r := parity.Rand(seed)
	out := runtime.DeepCopyJSON(crd)
	objects := objectsIn(nil, out["spec"])
	if len(objects) == 0 {
		return out
	}
	for range 3 {
		m := objects[r.IntN(len(objects))]
		keys := sortedNames(m)
		if len(keys) == 0 {
			continue
		}
		key := keys[r.IntN(len(keys))]
		v := m[key]
		switch r.IntN(5) {
		case 0:
			m[key] = fmt.Sprint(v)
		case 1:
			m[key] = changed(r, v)
		default:
			delete(m, key)
			m[letters(r, key)] = v
		}
	}
	return out
}

func changed(r *rand.Rand, v any) any {
	return []any{true, int64(7), 2.0, "7", []any{"a"}, map[string]any{"a": v}}[r.IntN(6)]
}

func letters(r *rand.Rand, key string) string {
	at := r.IntN(max(1, len(key)))
	switch r.IntN(3) {
	case 0:
		return strings.ToUpper(key[:min(1, len(key))]) + key[min(1, len(key)):]
	case 1:
		return strings.ToLower(key) + "s"
	default:
		return key[:at] + key[min(len(key), at+1):]
	}
}

func objectsIn(out []map[string]any, v any) []map[string]any {
	switch v := v.(type) {
	case map[string]any:
		out = append(out, v)
		for _, k := range sortedNames(v) {
			out = objectsIn(out, v[k])
		}
	case []any:
		for _, e := range v {
			out = objectsIn(out, e)
		}
	}
	return out
}
