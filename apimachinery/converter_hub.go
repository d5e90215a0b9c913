package apimachinery

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/conversion"
)

// Spoke is the conversion.Convertible of controller-runtime, with its conversion.Hub as H.
type Spoke[H runtime.Object] interface {
	runtime.Object
	ConvertTo(hub H) error
	ConvertFrom(hub H) error
}

// NewHubConverter returns a converter of objects as maps that calls ConvertTo and ConvertFrom
// of Go types, as the conversion webhook of controller-runtime does. Give it the interface of
// controller-runtime:
//
//	import ctrlconversion "sigs.k8s.io/controller-runtime/pkg/conversion"
//
//	converter := apimachinery.NewHubConverter[ctrlconversion.Hub](scheme)
//
// The scheme has the Go types of all versions. The hub of a kind is its only version that is
// an H, and all others are a [Spoke]. Two spokes are converted by way of the hub. See
// [NewConverter] for the rest.
//
// Rule: sigs.k8s.io/controller-runtime/pkg/webhook/conversion, webhook.convertObject.
func NewHubConverter[H runtime.Object](scheme *runtime.Scheme) conversion.Converter {
	return NewConverter(scheme, hubConverter[H]{scheme})
}

type hubConverter[H runtime.Object] struct{ scheme *runtime.Scheme }

// ConvertObject implements ObjectConverter.
func (c hubConverter[H]) ConvertObject(_ context.Context, src, dst runtime.Object) error {
	hub, srcIsHub := src.(H)
	target, dstIsHub := dst.(H)
	from, srcIsSpoke := src.(Spoke[H])
	into, dstIsSpoke := dst.(Spoke[H])
	switch {
	case srcIsHub && dstIsSpoke:
		return into.ConvertFrom(hub)
	case dstIsHub && srcIsSpoke:
		return from.ConvertTo(target)
	case srcIsSpoke && dstIsSpoke:
		return c.convertByWayOfHub(from, into)
	default:
		return fmt.Errorf("%T is not convertible to %T: one must be the hub and the other a spoke, or both spokes", src, dst)
	}
}

func (c hubConverter[H]) convertByWayOfHub(from, into Spoke[H]) error {
	hub, err := c.newHub(from.GetObjectKind().GroupVersionKind().GroupKind())
	if err != nil {
		return err
	}
	if err := from.ConvertTo(hub); err != nil {
		return fmt.Errorf("%T cannot be converted to the hub %T: %w", from, hub, err)
	}
	if err := into.ConvertFrom(hub); err != nil {
		return fmt.Errorf("the hub %T cannot be converted to %T: %w", hub, into, err)
	}
	return nil
}

// newHub returns a new object of the only version of a kind that is a hub.
func (c hubConverter[H]) newHub(kind schema.GroupKind) (hub H, err error) {
	var hubs []string
	for _, version := range c.scheme.VersionsForGroupKind(kind) {
		obj, err := newObject(c.scheme, kind.WithVersion(version.Version))
		if err != nil {
			return hub, err
		}
		if h, ok := obj.(H); ok {
			hub, hubs = h, append(hubs, version.Version)
		}
	}
	switch len(hubs) {
	case 0:
		return hub, errors.New("no version of " + kind.String() + " in the scheme is the hub")
	case 1:
		return hub, nil
	default:
		slices.Sort(hubs)
		return hub, fmt.Errorf("several versions of %s in the scheme are hubs: %q", kind, hubs)
	}
}
