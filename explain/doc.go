// Package explain says why a Kubernetes API server answers as it does about an object or a
// CustomResourceDefinition.
//
//	result, err := definition.Admit(ctx, request)
//	…
//	list, err := explain.Object(ctx, definition, request, result)
//	…
//	for _, e := range list {
//		fmt.Print(e) // what decided, what fits, and edits that remove the error
//	}
//
// [Object] finds the keyword of each error in the schema, and then searches for edits: near
// values first, such as the bound, another spelling or the nearest value of an enum, then values
// drafted from the schema, and for a rule, values that make it true. The definition judges each
// edited object. An edit is only proposed if it removes the error and adds no other one.
//
// [CRD] says what to do about a CRD that the server rejects, one [Problem] for each cause:
//
//	result, err := crdschema.ValidateCRD(ctx, crd, nil)
//	…
//	problems, err := explain.CRD(ctx, crd, result)
//	…
//	for _, p := range problems {
//		fmt.Print(p) // the error, where it is, what to do, edits, and what they lose
//	}
//
// [MinimumVersion] compares versions of Kubernetes:
//
//	least, err := explain.MinimumVersion(ctx, crd)
//	…
//	fmt.Println(least.Version) // 1.34
//	for _, r := range least.Reasons {
//		fmt.Println(r.Since, r.Path, r.Text)
//	}
//
// The costs of rules, and the limits that make them fit, are in package celrules:
// Rules.ExplainCost and Rules.SuggestBounds. Package lint finds what is wrong in a CRD that the
// server accepts.
//
// # Texts
//
// The Text methods name files, lines and columns. [Terminal] breaks their lines and colors them.
// The values are also JSON.
//
// # Work
//
// The attempts of a search copy at most about 5,000,000 values in all; the values are drafted by the
// generator of package crdtest/generate. The context is looked at between two attempts. The attempts for the rules and patterns of a schema do not count as
// steps of the budget, so a server does not call [Object] for the CRDs and objects of strangers.
//
// # Concurrency
//
// Functions do not write to their arguments, and are safe for concurrent use. The same arguments
// give the same edits.
//
// # Stability
//
// The package is not part of the stable core and may still change.
package explain
