package decode

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// optionsType is the type that the server expects in the body of a request to delete an
// object.
var optionsType = wire.TypeMeta{GroupVersion: wire.GroupVersion{Group: options.Group, Version: "v1"}, Kind: "DeleteOptions"}

// ReadDeleteOptions decodes the body of a request to delete an object as the server does:
// unknown and repeated fields are ignored. named is the group, version and kind in the body.
// The Detail of bad is the message of the server's Status. An error is a failure, see
// decode.Failure.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode; k8s.io/
// apimachinery/pkg/apis/meta/internalversion/scheme.
func ReadDeleteOptions(ctx context.Context, body decode.Body, named wire.TypeMeta) (m map[string]any, bad *structural.Error, err error) {
	n, w, err := parse(ctx, body)
	if err != nil {
		return nil, nil, err
	}
	m, bad = deleteOptions(&n, named, &decoder{work: w}, func() string { return string(body.Text) })
	return m, bad, w.Err()
}

// DeleteOptions decodes given options that are a normalized map, as [ReadDeleteOptions] decodes a
// text.
func DeleteOptions(given map[string]any) (map[string]any, *structural.Error) {
	named, bad := wire.ReadTypeMeta(given)
	if bad != nil {
		return nil, bad
	}
	n := decode.NodeOf(given)
	return deleteOptions(&n, named, &decoder{source: ofMap}, func() string { return wire.JSON(given) })
}

func deleteOptions(n *decode.Node, named wire.TypeMeta, d *decoder, text func() string) (map[string]any, *structural.Error) {
	if bad := checkOptionsKind(named.WithDefaults(optionsType), text); bad != nil {
		return nil, bad
	}
	v, err := d.value(n, crd.DeleteOptions, nil)
	if err == nil {
		err = d.first
	}
	if err != nil {
		return nil, err
	}
	out, _ := v.(map[string]any)
	if out == nil { // null
		return map[string]any{}, nil
	}
	if list, ok := out["dryRun"].([]any); ok {
		for i, v := range list {
			if v == nil {
				list[i] = ""
			}
		}
	}
	return out, nil
}

// checkOptionsKind returns an error if t is no DeleteOptions of any group and version, or
// nil.
//
// Rule: k8s.io/apimachinery/pkg/runtime, Scheme.New and Scheme.Convert.
func checkOptionsKind(t wire.TypeMeta, text func() string) *structural.Error {
	why, goType := "", wire.MetaGoType(t)
	switch {
	case t.Version == "":
		why = wire.MissingVersion(text())
	case t.Kind == optionsType.Kind:
		return nil
	case goType != "":
		why = wire.UnknownConversion(goType, "v1."+optionsType.Kind)
	default:
		why = wire.NotRegistered(t, scheme)
	}
	return field.Verbatim(structural.Error{
		Path: structural.Path{structural.Field("kind")}, Kind: structural.Undecodable, Code: codes.UnexpectedKind,
		Value: t.Kind, Detail: why,
	})
}
