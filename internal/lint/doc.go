// Package lint finds what is surely wrong in a CustomResourceDefinition that a Kubernetes API
// server accepts. Its findings are warnings, never errors.
//
//	found, err := lint.CRD(ctx, crd)
//	…
//	for _, f := range found {
//		fmt.Println(f.Path, f.Code, f.Text)
//	}
//
// # What is found
//
//   - crossed-limits: a minimum above the maximum, of numbers, lengths, elements or fields, so
//     that no value fits;
//   - required-undeclared: a required field that the schema does not declare: the server drops
//     it, and then it is missing;
//   - enum-empty: an enum without values, which the server ignores;
//   - enum-without-null: a nullable value whose enum refuses null;
//   - keyword-of-other-type: a limit for another type than the schema's, without effect;
//   - format-unknown: a format that the server does not know and does not check;
//   - property-boolean: a property called true or false, as YAML 1.1 reads a bare n, y, no or on;
//   - rule-never-false, rule-never-true: a rule that accepts, or refuses, every value;
//   - default-refused: defaults that together break a rule, so that an object that leaves the
//     fields out is refused;
//   - key-unlimited: a list map key without maxLength that makes a rule costly.
//
// A rule is judged by the values that its comparisons distinguish. A rule that reads more than
// a few fields, or calls other functions, is not judged.
//
// # Sharing and concurrency
//
// Functions do not write to the CRD, and are safe for concurrent use. Edits share values with
// it.
package lint
