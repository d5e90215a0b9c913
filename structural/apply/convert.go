package apply

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"
	"sigs.k8s.io/structured-merge-diff/v4/typed"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/work"
)

type noTypeError string

func (e noTypeError) Error() string { return "no corresponding type for " + string(e) }

// converter converts typed objects between versions. It keeps its results for the next manager.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, versionConverter.
type converter struct {
	ctx     context.Context
	work    *work.Tracker
	stage   string
	tracker *tracker
	failure error // a converter is missing, or the context is done
	done    map[conversionKey]conversionResult
}

const (
	mergeStage   = "merging fields"
	extractStage = "extracting fields"
)

func newConverter(ctx context.Context, t *tracker, stage string) *converter {
	ctx, w := work.Share(ctx)
	w.SetStage(stage)
	return &converter{ctx: ctx, work: w, stage: stage, tracker: t}
}

type conversionKey struct {
	object  *typed.TypedValue
	version fieldpath.APIVersion
}

type conversionResult struct {
	object *typed.TypedValue
	err    error
}

func (c *converter) Convert(object *typed.TypedValue, version fieldpath.APIVersion) (*typed.TypedValue, error) {
	obj, ok := object.AsValue().Unstructured().(map[string]any)
	if !ok {
		return object, fmt.Errorf("failed to convert value to unstructured for type %T", object.AsValue().Unstructured())
	}
	if strings.Count(string(version), "/") > 1 {
		return object, fmt.Errorf("unexpected GroupVersion string: %v", version)
	}
	if obj["apiVersion"] == string(version) {
		return object, nil
	}
	key := conversionKey{object, version}
	out, found := c.done[key]
	if !found {
		var converted map[string]any
		if converted, out.err = c.convert(obj, string(version)); out.err == nil {
			out.object, out.err = c.typed(converted, refuseDuplicates)
		}
		if c.done == nil {
			c.done = map[conversionKey]conversionResult{}
		}
		c.done[key] = out
	}
	return out.object, out.err
}

func (c *converter) convert(obj map[string]any, version string) (map[string]any, error) {
	if obj["apiVersion"] == version {
		return obj, nil
	}
	return c.tracker.convert(c, obj, version)
}

// IsMissingVersionError reports whether err is about an object without a type.
func (c *converter) IsMissingVersionError(err error) bool {
	var missing noTypeError
	return errors.As(err, &missing)
}

// typed checks and types obj.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, typeConverter.ObjectToTyped.
func (c *converter) typed(obj map[string]any, repeat duplicates) (*typed.TypedValue, error) {
	types := c.typesOf(obj)
	if err := c.work.Err(); err != nil {
		return nil, err
	}
	if types == nil {
		return nil, noTypeError(kindOf(obj))
	}
	before := c.work.Used().Steps
	if err := check(c.work, obj, types, repeat); err != nil {
		return nil, err
	}
	v := value.NewValueInterface(obj)
	if c.work.Used().Steps-before >= c.tracker.guardFrom {
		v = (&guard{work: c.work}).value(v)
	}
	//lint:ignore SA1019 check has validated it
	return typed.AsTypedUnvalidated(v, types, named(objectName)), nil
}

// typesOf returns the types for an object of the definition or a Scale, or nil if the kind is
// unknown or the call has to end.
func (c *converter) typesOf(obj map[string]any) *schema.Schema {
	version, _ := obj["apiVersion"].(string)
	switch obj["kind"] {
	case c.tracker.kind():
		return c.typesAt(version)
	case scale.Kind.Kind:
		if version == scale.APIVersion && c.tracker.scaleTypes != nil {
			return c.tracker.scaleTypes()
		}
	}
	return nil
}

func (c *converter) typesAt(apiVersion string) *schema.Schema {
	name, ok := c.tracker.versionIn(apiVersion)
	if !ok {
		return nil
	}
	types := c.tracker.typesAt(c.ctx, c.work, name)
	c.work.SetStage(c.stage) // making the types has set another one
	return types
}

// kindOf returns the server's text for the apiVersion and kind of obj.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, GroupVersionKind.String.
func kindOf(obj map[string]any) string {
	version, _ := obj["apiVersion"].(string)
	kind, _ := obj["kind"].(string)
	if strings.Count(version, "/") > 1 {
		return "/, Kind="
	}
	if !strings.Contains(version, "/") {
		version = "/" + version
	}
	return version + ", Kind=" + kind
}
