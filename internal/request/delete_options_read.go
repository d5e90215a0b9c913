package request

import (
	"context"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

// deleteKind is the kind that the server expects in the body of a request to delete an
// object.
var deleteKind = gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: OptionsGroup, Version: "v1"}, Kind: "DeleteOptions"}

// ReadDeleteOptions decodes the body of a request to delete an object as the server does: unknown and
// repeated fields are ignored. named is the group, version and kind in the body. The Detail of
// bad is the message of the server's Status. An error is a failure, see decode.Failure.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode; k8s.io/
// apimachinery/pkg/apis/meta/internalversion/scheme.
func ReadDeleteOptions(ctx context.Context, body decode.Body, named gotype.TypeMeta) (m map[string]any, bad *field.Error, err error) {
	parsed, err := decoder.Parse(ctx, body)
	if err != nil {
		return nil, nil, err
	}
	if bad := checkKind(named, func() string { return string(body.Text) }); bad != nil {
		return nil, bad, nil
	}
	r, err := parsed.Decode(gotype.DeleteOptions)
	return withoutNulls(r.Object), r.Undecodable, err
}

// ReadDeleteOptionsMap decodes options that are a normalized map, as [ReadDeleteOptions] decodes a text.
func ReadDeleteOptionsMap(options map[string]any) (map[string]any, *field.Error) {
	named, bad := gotype.ReadTypeMeta(options)
	if bad == nil {
		bad = checkKind(named, func() string { return jsontext.Of(options) })
	}
	if bad != nil {
		return nil, bad
	}
	r := decoder.Decode(options, gotype.DeleteOptions, nil)
	return withoutNulls(r.Object), r.Undecodable
}

// withoutNulls returns decoded options with "" for each null in dryRun.
func withoutNulls(options map[string]any) map[string]any {
	list, _ := options["dryRun"].([]any)
	for i, v := range list {
		if v == nil {
			list[i] = ""
		}
	}
	return options
}

// checkKind returns an error unless the kind is DeleteOptions of any group and version.
func checkKind(named gotype.TypeMeta, text func() string) *field.Error {
	t := named.WithDefaults(deleteKind)
	if t.Version != "" && t.Kind == deleteKind.Kind {
		return nil
	}
	return decoder.UnexpectedKind(t, gotype.OfOptions(t), gotype.DeleteOptions.Name, text)
}
