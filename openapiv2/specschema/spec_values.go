package specschema

import (
	"context"
	"encoding/json"

	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

func (r *specReader) value(v any) (any, bool) {
	normal, err := structural.Normalize(v)
	if err != nil {
		if again, failed := encoded(v); failed == nil {
			normal, err = again, nil
		}
	}
	var whole map[string]any
	if err == nil && r.take(size(normal, maxValues)) {
		whole, err = structural.IntegersFromFloats(map[string]any{"": normal})
	}
	if err != nil {
		r.reportAll(structural.ErrorsOf(err))
		return nil, false
	}
	return whole[""], true
}

// encoded encodes v and decodes it again: extensions may hold Go types.
func encoded(v any) (any, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	doc, err := decode.JSON(context.Background(), text)
	return doc.Value, err
}

func typeValue(types spec.StringOrArray) (any, bool) {
	if len(types) == 1 {
		return types[0], true
	}
	return list(types, func(_ int, s *string) any { return *s })
}

func list[T any](in []T, convert func(int, *T) any) (any, bool) {
	if in == nil {
		return nil, false
	}
	out := make([]any, len(in))
	for i := range in {
		out[i] = convert(i, &in[i])
	}
	return out, true
}

func deref(n *int64) (any, bool) {
	if n == nil {
		return nil, false
	}
	return *n, true
}
