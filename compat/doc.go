// Package compat says what an update of a CustomResourceDefinition does to its clients and to the
// objects in storage. It answers with proofs and with witnesses: objects that the old definition
// accepts, and for which the new one was observed to act differently.
//
//	c, err := compat.Compare(ctx, old, upgraded)
//	for _, f := range c.Findings {
//		fmt.Println(f.Verdict, f.Effect, f.Path, f.Witness)
//	}
//
// # Verdicts
//
// Every finding has one of three verdicts:
//
//   - Safe: it is proved that the change has no effect on objects that the old CRD accepts.
//   - Breaking: there is a witness, or the effect follows from the CRDs themselves, such as a
//     version that is not served any more.
//   - Unproven: neither was found. Tried says where a witness was searched for.
//
// Documentation, order and formatting are no changes, and neither are messages of rules.
//
// # The meaning of a proof
//
// A proof is about objects that the old definition accepts under strict field validation: without
// unknown fields, which it would have dropped. It is about updates whose old object is valid. It
// leaves out the cost of rules at run time. The server's own answer to the new CRD covers the
// estimated costs: see the effect refuses-crd.
//
// # How a change is judged
//
// Both schemas are walked together. Each keyword that differs is either implied by the old
// schema (a higher maximum, a longer enum, a field that was required) or has possible effects. A
// change that rules or keywords of a node above can see, such as a new default, may also be refused by
// them.
//
// Rules are compared in a normal form: variables of macros are renamed, conditions sorted,
// negations pushed to the leaves, and comparisons with constants ordered. All rules of a node that
// are evaluated for the same values are one condition. Rules with oldSelf are compared among
// themselves.
//
// Every possible effect is then searched for: the old schema is narrowed so that all its objects
// have the value in question, and package generate makes some of them. Then objects are tried
// that break one keyword or rule of the new schema, and objects of the old schema. Every
// object is sent to both definitions. What is observed is reported; a witness is made small.
//
// # Whole upgrades
//
// The findings begin with the server's errors about the new CRD, then names, scope, versions,
// subresources and the conversion. [Comparison.Steps] are what to do about stored objects first,
// following status.storedVersions of the old CRD.
//
// # Audits
//
// An [Audit] judges the objects in storage: which ones the server cannot read after the update,
// refuses on their next update, or reads without a value. A [Report] has counts, reasons and a
// few examples; [Merge] joins the reports about parts of the objects into the one about all, so that
// they can be judged anywhere.
//
//	a, err := compat.NewAudit(ctx, old, upgraded)
//	report, err := a.Run(ctx, compat.Files(ctx, os.DirFS("objects"), "."))
//	fmt.Print(report)
//
// Objects come from files ([Files]), the output of kubectl ([Stream]) or a snapshot of etcd ([Snapshot]).
//
// # Bounds
//
// A comparison ends with its context. It lists at most 5,000 changes of a version and judges
// [WithAttempts] objects for each change that is not proved. Texts of findings are cut to 200 bytes.
// A report has at most 1,000 entries with three examples each.
//
// # Sharing and concurrency
//
// No function writes to its arguments. Results share values with them: treat both as read-only.
// Everything here is safe for concurrent use.
//
// # Stability
//
// The package is not part of the stable core and may still change.
package compat
