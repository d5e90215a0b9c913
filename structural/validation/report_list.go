package validation

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/structural"
)

// list reports the elements, then the list itself.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, schemaSliceValidator.
func (r *reporter) list(k *keywords, g guide, list []any, old *correlate.Node) (matches int) {
	if items := k.Items(); items != nil {
		for i, e := range list {
			if !g.clears(e, len(r.steps)) {
				matches += r.element(items, g, i, e, old)
			}
		}
	}
	r.listSize(k, int64(len(list)))
	if k.UniqueItems() && !unique(list) {
		r.add(structural.Invalid, "", fmt.Sprintf("%s in body shouldn't contain duplicates", r.name()))
	}
	const result, validator = 1, 1
	return matches + result + validator
}

func (r *reporter) element(items *structural.Schema, g guide, i int, e any, old *correlate.Node) int {
	r.steps = append(r.steps, structural.Index(i))
	matches := r.node(items, g, e, old.Index(i))
	r.steps = r.steps[:len(r.steps)-1]
	return matches
}

func (r *reporter) listSize(k *keywords, size int64) {
	if least, ok := k.MinItems(); ok && size < least {
		r.add(structural.Invalid, size, fmt.Sprintf("%s in body should have at least %d items", r.name(), least))
	}
	if most, ok := k.MaxItems(); ok && size > most {
		r.addSilent(structural.TooMany, size, atMostItems(most), message{text: fmt.Sprintf("%s in body should have at most %d items", r.name(), most)})
	}
}

// atMostItems is said of the fields of an object, too.
func atMostItems(n int64) string {
	switch {
	case n < 0:
		return "has too many items"
	case n == 1:
		return "must have at most 1 item"
	default:
		return fmt.Sprintf("must have at most %d items", n)
	}
}
