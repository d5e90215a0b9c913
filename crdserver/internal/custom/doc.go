// Package custom serves the objects of definitions: it is a [rest.Kind] over crdschema.Definition.
package custom
