package conversion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
)

// Kind converts the objects of one definition. See the package comment for its checks.
type Kind struct {
	Group string
	// Versions are the names of all versions, served or not.
	Versions []string
	// Converter is called instead of a webhook. Nil is the strategy None.
	Converter Converter
}

// Convert returns obj at another version, or obj itself if it has that version.
//
// The error is an [*Error] if the converter returned an object that the server does not
// accept, the converter's own error, or the server's error if one of the versions is not
// declared or the group differs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, crConverter.ConvertToVersion.
func (k Kind) Convert(ctx context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error) {
	if err := k.check(gotype.TypeMetaOf(obj), toAPIVersion); err != nil {
		return nil, err
	}
	if k.Converter == nil || isEmpty(obj) {
		return withAPIVersion(obj, toAPIVersion), nil
	}
	if gotype.StringAt(obj, "apiVersion") == toAPIVersion {
		if _, err := k.Converter.Convert(work.Caller(ctx), nil, toAPIVersion); err != nil {
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

// ConvertList returns a list at another version, with all of its items. They may have
// different versions. list is an object with a list of objects under items. Its other fields
// are unchanged.
//
// The errors are the errors of [Kind.Convert] in the server's words for lists.
func (k Kind) ConvertList(ctx context.Context, list map[string]any, toAPIVersion string) (map[string]any, error) {
	kind := gotype.TypeMetaOf(list)
	if err := k.check(kind, toAPIVersion); err != nil {
		return nil, err
	}
	pending, err := k.pending(ctx, list, toAPIVersion)
	if err != nil {
		return nil, err
	}
	converted, err := k.convertItems(ctx, pending, toAPIVersion)
	if err != nil {
		return nil, forList(err, kind)
	}
	return replaceItems(ctx, withAPIVersion(list, toAPIVersion), converted, toAPIVersion)
}

func (k Kind) convertItems(ctx context.Context, items []map[string]any, to string) ([]map[string]any, error) {
	if k.Converter == nil {
		return None{}.Convert(ctx, items, to)
	}
	return k.call(ctx, items, to)
}

// call checks the result, because a converter other than a webhook client may not have.
func (k Kind) call(ctx context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	out, err := k.Converter.Convert(work.Caller(ctx), objs, to)
	if err != nil {
		return nil, err
	}
	return Accept(ctx, objs, out, to)
}

func (k Kind) check(from gotype.TypeMeta, to string) error {
	target, err := gotype.ParseGroupVersion(to)
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

func (k Kind) declares(gv gotype.GroupVersion) bool {
	return gv.Group == k.Group && slices.Contains(k.Versions, gv.Version)
}

// manyLookups is the number of comparisons at which a map is made for the versions.
const manyLookups = 1 << 14

func (k Kind) declaring(calls int) func(gotype.GroupVersion) bool {
	if calls*len(k.Versions) < manyLookups {
		return k.declares
	}
	versions := make(map[string]bool, len(k.Versions))
	for _, v := range k.Versions {
		versions[v] = true
	}
	return func(gv gotype.GroupVersion) bool { return gv.Group == k.Group && versions[gv.Version] }
}

func (k Kind) pending(ctx context.Context, list map[string]any, to string) ([]map[string]any, error) {
	items, ok := list["items"].([]any)
	if list["items"] != nil && !ok {
		return nil, errors.New("the items of a list must be a list")
	}
	var out []map[string]any
	declares := k.declaring(len(items))
	for i, v := range items {
		if err := sometimes(ctx, i); err != nil {
			return nil, err
		}
		item, ok := v.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("list index %d is not an object", i)
		}
		if gv := gotype.TypeMetaOf(item).GroupVersion; !declares(gv) {
			return nil, fmt.Errorf("request to convert CR list failed, list index %d has invalid group/version: %s", i, gv)
		}
		if gotype.StringAt(item, "apiVersion") != to {
			out = append(out, item)
		}
	}
	return out, nil
}

func replaceItems(ctx context.Context, list map[string]any, converted []map[string]any, to string) (map[string]any, error) {
	if len(converted) == 0 {
		return list, nil
	}
	values, _ := list["items"].([]any)
	items := cow.OfList(values)
	for i, v := range values {
		if err := sometimes(ctx, i); err != nil {
			return nil, err
		}
		if item, _ := v.(map[string]any); gotype.StringAt(item, "apiVersion") != to {
			items.Set(i, converted[0])
			converted = converted[1:]
		}
	}
	values, _ = items.Result()
	out := cow.OfMap(list)
	out.Set("items", values)
	list, _ = out.Result()
	return list, nil
}

// sometimes returns the cause of ctx if it is done, checked once in a thousand items. Unlike a
// work.Tracker, it needs no memory.
func sometimes(ctx context.Context, i int) error {
	if i%1024 == 1023 && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

func forList(err error, list gotype.TypeMeta) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	reworded := *e
	reworded.List, reworded.Of = true, list.String()
	return &reworded
}

// isEmpty reports whether obj has only an apiVersion and a kind.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// isEmptyUnstructuredObject.
func isEmpty(obj map[string]any) bool {
	_, kind := obj["kind"]
	_, apiVersion := obj["apiVersion"]
	return len(obj) == 2 && kind && apiVersion
}
