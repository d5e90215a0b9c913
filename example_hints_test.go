package crdschema_test

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// A definition that a server refuses, with a hint for each reason.
func ExampleHintsFor() {
	manifest := mustDecode(strings.Replace(cronTabs, "image: {type: string}", "image: {maxLength: 9}", 1)).Object
	result, err := crdschema.ValidateDefinition(manifest, nil)
	if err != nil {
		panic(err)
	}
	for i, hint := range crdschema.HintsFor(manifest, result.Errors) {
		fmt.Println(result.Errors[i])
		fmt.Println(hint.Text)
	}
	// Output:
	// spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[image].type: Required value: must not be empty for specified object fields
	// Add type: string, which the other keywords speak of.
}

// An error that was not found in the manifest has no hint.
func ExampleHintFor() {
	_, ok := crdschema.HintFor(mustDecode(cronTabs).Object, &structural.Error{Kind: structural.Internal})
	fmt.Println(ok)
	// Output:
	// false
}

// Hints that are mechanical, carried out until nothing is wrong.
func ExampleHint_Apply() {
	manifest := mustDecode(strings.Replace(cronTabs, "image: {type: string}", "image: {properties: {name: {type: str}}}", 1)).Object
	for {
		result, err := crdschema.ValidateDefinition(manifest, nil)
		if err != nil {
			panic(err)
		}
		if result.Accepted() {
			break
		}
		hint, _ := crdschema.HintFor(manifest, result.Errors[0])
		for _, edit := range hint.Edits {
			fmt.Println(edit.Path[5:], edit.Value, edit.Remove)
		}
		manifest = hint.Apply(manifest)
	}
	// Output:
	// properties[spec].properties[image].properties[name].type string false
	// properties[spec].properties[image].type object false
}
