// Package explain says why a Kubernetes API server answers as it does about a
// CustomResourceDefinition.
//
//	least, err := explain.MinimumVersion(ctx, crd)
//	…
//	fmt.Println(least.Version) // 1.34
//	for _, r := range least.Reasons {
//		fmt.Println(r.Since, r.Path, r.Text)
//	}
//
// The costs of rules, and the limits that make them fit, are in package celrules:
// Rules.ExplainCost and Rules.SuggestBounds. Package hints repairs a CRD.
//
// # Concurrency
//
// Functions do not write to the CRD, and are safe for concurrent use.
//
// # Stability
//
// The package is not part of the stable core and may still change.
package explain
