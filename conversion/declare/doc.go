// Package declare makes converters from data: conversions that move, rename, split and join
// fields, set constants and map values are declared instead of written, and the opposite
// direction is derived.
//
// A [Declaration] holds the rules from one version to another, and [NewChain] makes a
// conversion.Chain of declarations and their inverses. In YAML:
//
//	from: stable.example.com/v1beta1
//	to: stable.example.com/v1
//	rules:
//	- split: {from: .spec.hostPort, separator: ":", to: [.spec.host, {path: .spec.port, type: integer}]}
//	- rename: {path: .spec.rules[*].kind, to: type}
//	- values: {path: .spec.mode, pairs: [{from: "on", to: Enabled}, {from: "off", to: Disabled}]}
//
// The rules are applied in order, each to the result of the one before. Every error may also
// be about the context or the budget (structural.ErrTooMuchWork). A rule does nothing if its
// field is absent.
//
// # Paths
//
// A path is a dot and a name for each field, as in the printer columns of a CRD:
// .spec.template.image. A name with other characters than letters, digits, '_' and '-' is
// written ['example.com/name']. [*] selects each item of a list and each value of a map: the
// rule is applied to each of them, and all of its paths must agree up to the last [*].
//
// apiVersion, kind and metadata cannot be converted, except for single labels and annotations:
// .metadata.annotations['example.com/name'].
//
// # Nothing is lost
//
// A rule never overwrites: a conversion fails if a field that a rule would create exists
// already, or if anything except an object, including null, is where it would create an
// object. An object that loses its last field to a rule is removed, and restored with the
// field. Rules therefore do not distinguish an empty object from an absent one. No other
// difference is lost.
//
// This package may still change.
package declare
