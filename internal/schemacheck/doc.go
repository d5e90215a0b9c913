// Package schemacheck checks one schema as the server does when a CRD is written, in the
// server's order:
//
//  1. whether it is structural;
//  2. if it is, its defaults, as values of their schemas;
//  3. its keywords;
//  4. if 1 and 2 found no errors, its validation rules and their costs.
//
// It decides only what the server skips after an error; structural, internal/defaults,
// structural/validation and celrules check.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
package schemacheck
