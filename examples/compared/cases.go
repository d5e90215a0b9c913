package main

import (
	"context"
	"os"
	"strings"

	"github.com/seed95800270/crdschema/document"
)

// testCase is a request: to create an object, to replace an old one, or to create a CRD
// if object is empty. All are YAML texts.
type testCase struct {
	name             string
	crd, object, old string
}

func readCases(file string) ([]testCase, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	docs, err := document.DecodeYAML(context.Background(), text)
	var cases []testCase
	for _, doc := range docs {
		cases = append(cases, newCase(doc.Object))
	}
	return cases, err
}

func newCase(fields map[string]any) testCase {
	c := testCase{name: text(fields, "name"), crd: definition + indent(text(fields, "schema"))}
	object, old := text(fields, "object"), text(fields, "old")
	switch {
	case old != "":
		c.object, c.old = thing+stored+object, thing+stored+old
	case object != "":
		c.object = thing + created + object
	}
	return c
}

func text(fields map[string]any, name string) string {
	s, _ := fields[name].(string)
	return s
}

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.compared.example.com}
spec:
  group: compared.example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
`

func indent(schema string) string {
	return "        " + strings.ReplaceAll(strings.TrimSpace(schema), "\n", "\n        ") + "\n"
}

const (
	thing   = "apiVersion: compared.example.com/v1\nkind: Thing\n"
	created = "metadata: {name: a, namespace: default}\n"
	stored  = "metadata: {name: a, namespace: default, resourceVersion: \"1\", uid: c0ffee}\n"
)
