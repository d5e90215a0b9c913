package objectmeta

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// owner is an owner reference. As a value in an error it prints as a server
// prints it.
type owner struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	UID        string `json:"uid"`
	// Bools, or nil if they are not given.
	Controller         any `json:"controller,omitempty"`
	BlockOwnerDeletion any `json:"blockOwnerDeletion,omitempty"`
}

// ownerOf reads an owner reference; ok is false if it is no object.
func ownerOf(v any) (o owner, ok bool) {
	m, ok := v.(map[string]any)
	o.APIVersion, _ = m["apiVersion"].(string)
	o.Kind, _ = m["kind"].(string)
	o.Name, _ = m["name"].(string)
	o.UID, _ = m["uid"].(string)
	if controller, given := m["controller"].(bool); given {
		o.Controller = controller
	}
	if block, given := m["blockOwnerDeletion"].(bool); given {
		o.BlockOwnerDeletion = block
	}
	return o, ok
}

// ownerReferences checks each reference, and that one at most is a controller.
//
// Rule: k8s.io/apimachinery/pkg/api/validation, ValidateOwnerReferences.
func (c *checker) ownerReferences(v any) {
	refs, controllers := c.list(v), 0
	for i, e := range refs {
		o, ok := ownerOf(e)
		c.odd = c.odd || !ok
		c.ownerReference(o, i)
		if o.Controller == true {
			controllers++
		}
	}
	if controllers > 1 {
		c.controllers(refs)
	}
}

func (c *checker) ownerReference(o owner, i int) {
	group, version, ok := cutGroupVersion(o.APIVersion)
	if o.APIVersion != "" && (!ok || version == "") {
		c.report(structural.Invalid, o.APIVersion, "must be <group>/<version> or <version>",
			structural.Field("ownerReferences"), structural.Index(i), structural.Field("apiVersion"))
	}
	c.required(o.APIVersion, "apiVersion", i)
	c.required(o.Kind, "kind", i)
	c.required(o.Name, "name", i)
	c.required(o.UID, "uid", i)
	if group == "" && version == "v1" && o.Kind == "Event" {
		c.report(structural.Invalid, o, "/v1, Kind=Event is disallowed from being an owner",
			structural.Field("ownerReferences"), structural.Index(i))
	}
}

func (c *checker) required(s, field string, i int) {
	if s == "" {
		c.report(structural.Required, structural.Omitted, "must not be empty",
			structural.Field("ownerReferences"), structural.Index(i), structural.Field(field))
	}
}

// cutGroupVersion takes an apiVersion apart. ok is false if it has more than
// one slash.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion.
func cutGroupVersion(apiVersion string) (group, version string, ok bool) {
	group, version, found := strings.Cut(apiVersion, "/")
	switch {
	case !found:
		return "", apiVersion, true
	case strings.Contains(version, "/"):
		return "", "", false
	default:
		return group, version, true
	}
}

// controllers reports every controller but the first. Each error shows all
// references.
func (c *checker) controllers(refs []any) {
	all, size := printable(refs)
	var first owner
	count := 0
	for i, v := range all {
		switch o := v.(owner); {
		case o.Controller != true:
		case first.Controller == nil:
			first = o
		case !enough(count, size):
			count++
			c.inside("ownerReferences", structural.Index(i), all, fmt.Sprintf(
				`Only one reference can have Controller set to true. Found "true" in references for %s/%s and %s/%s`,
				first.Kind, first.Name, o.Kind, o.Name))
		}
	}
}

// printable is owner references as a list of owners, and about how many bytes
// they print.
func printable(refs []any) (all []any, size int) {
	all = make([]any, len(refs))
	for i, e := range refs {
		o, _ := ownerOf(e)
		all[i] = o
		size += len(`{"apiVersion":"","kind":"","name":"","uid":""},`) + len(o.APIVersion) + len(o.Kind) + len(o.Name) + len(o.UID)
	}
	return all, size
}
