package crdtest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/jsonpatch"
)

// patched returns base with a patch: a list is a JSON patch (RFC 6902), an object a merge patch
// (RFC 7386).
func patched(ctx context.Context, base map[string]any, patch any) (map[string]any, error) {
	text, err := json.Marshal(base)
	if err != nil {
		return nil, err
	}
	change, err := json.Marshal(patch)
	if err != nil {
		return nil, err
	}
	if _, isList := patch.([]any); isList {
		operations, err := jsonpatch.Read(change)
		if err != nil {
			return nil, err
		}
		text, err = operations.Apply(ctx, text)
		if err != nil {
			return nil, err
		}
	} else {
		var ok bool
		text, ok, err = jsonpatch.Merge(ctx, text, change)
		if err == nil && !ok {
			err = fmt.Errorf("the merge patch does not apply")
		}
		if err != nil {
			return nil, err
		}
	}
	doc, err := document.DecodeJSON(ctx, text)
	return doc.Object, err
}
