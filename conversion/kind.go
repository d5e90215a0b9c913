package conversion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/wire"
)

// Kind converts the objects of one definition as a server does: it refuses what
// a server refuses before and after a converter does its work.
type Kind struct {
	// Group is the API group.
	Group string
	// Versions are the names of all versions, served or not.
	Versions []string
	// Converter does the work in place of a webhook. Nil is the strategy None.
	Converter Converter
}

// Convert is obj at another version, itself if it has that one.
//
// The error is an [*Error] about an object that the converter should not have
// returned, what the converter failed with, or the server's refusal: one of the
// versions is not declared, or the group is another.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// crConverter.ConvertToVersion.
func (k Kind) Convert(ctx context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error) {
	if err := k.check(wire.TypeMetaOf(obj), toAPIVersion); err != nil {
		return nil, err
	}
	if k.Converter == nil || isEmpty(obj) {
		return withAPIVersion(obj, toAPIVersion), nil
	}
	if wire.Text(obj, "apiVersion") == toAPIVersion {
		if _, err := k.Converter.Convert(ctx, nil, toAPIVersion); err != nil {
			return nil, err
		}
		return obj, nil
	}
	out, err := k.call(ctx, []map[string]any{obj}, toAPIVersion)
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// ConvertList is a list at another version, with all of its items, each of
// which may have a version of its own. list is an object with a list of objects
// under items. What it says besides stays as it is.
//
// The errors are those of [Kind.Convert], in the words that the server has for
// lists.
//
// Rule: as for Convert, with an UnstructuredList.
func (k Kind) ConvertList(ctx context.Context, list map[string]any, toAPIVersion string) (map[string]any, error) {
	kind := wire.TypeMetaOf(list)
	if err := k.check(kind, toAPIVersion); err != nil {
		return nil, err
	}
	pending, err := k.pending(list, toAPIVersion)
	if err != nil {
		return nil, err
	}
	converted, err := k.convertItems(ctx, pending, toAPIVersion)
	if err != nil {
		return nil, ofList(err, kind)
	}
	return replaceItems(withAPIVersion(list, toAPIVersion), converted, toAPIVersion), nil
}

func (k Kind) convertItems(ctx context.Context, items []map[string]any, to string) ([]map[string]any, error) {
	if k.Converter == nil {
		return None{}.Convert(ctx, items, to)
	}
	return k.call(ctx, items, to)
}

// call has objects converted and checks the result. That of a webhook client
// has been checked when its answer was read, and is checked again here: a
// Converter may be anybody's, and nothing tells which one did it already.
func (k Kind) call(ctx context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	out, err := k.Converter.Convert(ctx, objs, to)
	if err != nil {
		return nil, err
	}
	return Accept(objs, out, to)
}

// check is what a server asks before it converts.
func (k Kind) check(from wire.TypeMeta, to string) error {
	target, err := wire.ParseGroupVersion(to)
	switch {
	case err == nil && from.Group != target.Group:
		return fmt.Errorf("%v is unstructured and is not suitable for converting to %q", from, to)
	case err != nil || !k.declares(target):
		return fmt.Errorf("request to convert CR to an invalid group/version: %s", to)
	case !k.declares(from.GroupVersion):
		return fmt.Errorf("request to convert CR from an invalid group/version: %s", from.GroupVersion)
	default:
		return nil
	}
}

func (k Kind) declares(gv wire.GroupVersion) bool {
	return gv.Group == k.Group && slices.Contains(k.Versions, gv.Version)
}

// pending are the items of a list that have another version. A list without
// items has none.
func (k Kind) pending(list map[string]any, to string) ([]map[string]any, error) {
	items, ok := list["items"].([]any)
	if list["items"] != nil && !ok {
		return nil, errors.New("the items of a list must be a list")
	}
	var out []map[string]any
	for i, v := range items {
		item, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("list index %d is no object", i)
		}
		if gv := wire.TypeMetaOf(item).GroupVersion; !k.declares(gv) {
			return nil, fmt.Errorf("request to convert CR list failed, list index %d has invalid group/version: %s", i, gv)
		}
		if wire.Text(item, "apiVersion") != to {
			out = append(out, item)
		}
	}
	return out, nil
}

// replaceItems puts the converted objects where those of other versions were.
func replaceItems(list map[string]any, converted []map[string]any, to string) map[string]any {
	if len(converted) == 0 {
		return list
	}
	values, _ := list["items"].([]any)
	items := cow.OfList(values)
	for i, v := range values {
		if item, _ := v.(map[string]any); wire.Text(item, "apiVersion") != to {
			items.Set(i, converted[0])
			converted = converted[1:]
		}
	}
	values, _ = items.Result()
	out := cow.OfMap(list)
	out.Set("items", values)
	list, _ = out.Result()
	return list
}

// ofList rewords an error about objects for the list that they are items of.
func ofList(err error, list wire.TypeMeta) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	reworded := *e
	reworded.List, reworded.Of = true, list.String()
	return &reworded
}

// isEmpty tells an object that says nothing but what it is.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// isEmptyUnstructuredObject.
func isEmpty(obj map[string]any) bool {
	_, kind := obj["kind"]
	_, apiVersion := obj["apiVersion"]
	return len(obj) == 2 && kind && apiVersion
}
