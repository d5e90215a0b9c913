package kubectl

import (
	"context"
	"encoding/json"

	"github.com/seed95800270/crdschema/document"
)

// received returns obj as a client decodes it from JSON: a float without a fraction is
// an integer, and a byte that is not UTF-8 is U+FFFD.
func received(obj map[string]any) (map[string]any, error) {
	text, err := json.Marshal(obj)
	if err != nil {
		return nil, err
	}
	doc, err := document.DecodeJSON(context.Background(), text)
	return doc.Object, err
}

func receivedAll(objs []map[string]any) (out []map[string]any, err error) {
	out = make([]map[string]any, len(objs))
	for i, obj := range objs {
		if out[i], err = received(obj); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func receivedListings(listings []Listing) (out []Listing, err error) {
	out = make([]Listing, len(listings))
	for i, l := range listings {
		out[i].Kind = l.Kind
		if out[i].Table, err = received(l.Table); err != nil {
			return nil, err
		}
	}
	return out, nil
}
