// Package celrules compiles and evaluates the validation rules of a schema,
// x-kubernetes-validations, as a Kubernetes API server does.
//
//	c := celrules.NewCompiler()
//	errs, err := c.Check(ctx, schema, structural.Resource) // the errors when a CRD is written
//	rules := c.Compile(schema, structural.Resource)        // the rules of a served CRD
//	report, err := rules.Cost(ctx)                         // their estimated cost, expression by expression
//	result, err := rules.Validate(ctx, celrules.Input{Object: obj, Old: old})
//
// # Writing and serving
//
// When a CRD is written, a server checks
//
//  1. the fields of every rule, other than the expressions: [CheckFields], called by
//     structural.CheckKeywords;
//  2. if the schema is structural and its defaults are valid, the expressions of every
//     schema, and the limits of their cost: [Compiler.Check]. It skips a schema if
//     structural.CheckKeywords found errors in it or in a schema below it.
//
// A new expression may use only what the minor version before the server's supports too,
// for downgrades. An expression that the CRD had before ([WithOldSchemas]) is stored and
// may use everything. The cost of single expressions is not limited if the schema has not
// changed ([WithUnchangedSchema]).
//
// When a CRD is served ([Compiler.Compile]), all expressions count as stored and their
// costs are not limited; a rule that does not compile is an error of every value.
//
// # Types
//
// A rule sees the value of its schema as self, and the value before an update as oldSelf.
// Their CEL types come from the schema:
//
//   - x-kubernetes-int-or-string is dyn; string, boolean, integer and number are
//     string, bool, int and double; the formats byte, duration, date and date-time
//     make a string bytes, duration and timestamp.
//   - An array is a list, an object with a schema under additionalProperties a map
//     with string keys, any other object a type of its own, with the declared
//     properties as fields. Field names are escaped: [Escape].
//   - A schema without a type is not accessible to rules, and neither is a list or map
//     of such values. Objects do not have fields for properties without a declared type,
//     nor for fields that are preserved but not declared.
//   - A structural.Resource, and every embedded resource, has the fields apiVersion, kind,
//     and metadata with name and generateName. The schema's own declarations of them count
//     only if it declares all of them.
//
// Each object type is named by its path below self, and types with different names cannot
// be compared, even if their schemas are equal. Types print as
// selfType#.spec.containers.@idx.
//
// Rules may use oldSelf only where values have an old value, so among list items only in
// lists of type map. With optionalOldSelf it is an optional value.
//
// # Cost
//
// The cost of an expression is estimated from the sizes that the schema allows: maxLength
// (four bytes a character), enum, maxItems, maxProperties, or else what fits into a request
// of 3 MiB. The product with the number of values in one object, from the maxItems and
// maxProperties around it, is limited ([ExpressionLimit]), and so is the sum for a schema
// ([SchemaLimit]). [Rules.Cost] returns the calculation, [Rules.ExplainCost] its reasons,
// [Rules.SuggestBounds] the limits with which expressions fit.
//
// Estimates and actual costs do not depend on the version of cel-go that a program links.
//
// # Evaluation
//
// [Rules.Validate] walks through an object from its root. For each value other than null,
// it evaluates
//
//  1. the rules of its schema, in their order, and those in allOf;
//  2. the rules of the values inside: elements of a list by index, values of a map and
//     fields of an object in byte order.
//
// A rule that uses oldSelf is not evaluated for a value without an old one, unless it has
// optionalOldSelf. Values of maps and objects are correlated by name, elements of lists of
// type map by their keys, and other elements not at all.
//
// Values are converted when a rule reads them. A value that contradicts its schema, by type
// or format, makes the rule fail, as does every other failed evaluation; such an error
// shows the type of the schema as its value. A rule that returns false gives an error of
// the kind that reason names, at the value or at fieldPath below it. Its text is the result
// of messageExpression if that is one line of at most 5 KiB, otherwise the message,
// otherwise the rule. If the messageExpression does not compile, fieldPath is ignored too.
//
// Errors about values that have not changed are tolerated and returned in Result.Ratcheted:
// if the value equals its old one or, without an old one, if the nearest value around it
// that has one equals that. Errors of rules that use oldSelf or cannot be evaluated are
// never tolerated, nor are errors of apiVersion and kind of the root.
//
// Lists are compared according to their list type: sets in any order, lists of type map by
// their keys, others in order; the sum of two lists has the type of the left one. Objects
// are equal if all fields visible to rules are equal and, among the other fields, if those
// in both objects are equal: {x: 1} equals {y: 2} if neither field is declared.
//
// [Compiler.Try] evaluates one rule, and says which parts of it decided.
//
// Every evaluation has exactly the same cost as on a server. One expression may cost
// [CallLimit] and an object [ObjectBudget], unless the [Input] sets other limits. Exceeding
// a limit ends the evaluation with an error and sets Result.Exhausted. If a
// messageExpression exceeds a limit, the error may be a tolerated one: as on a server, the
// object is then accepted without the remaining rules.
//
// If the context is done or the budget of work is spent (structural.ErrTooMuchWork), every
// function with a context returns an error without a result. Every step of an expression
// counts, and every value that it reads.
//
// # Sharing
//
// A [Compiler] parses each text once, and checks it once for all types of self that have the
// fields of the text with equal types. It keeps at most 64 environments of cel-go for new and
// 64 for stored expressions.
//
// Rules compile lazily; see [Rules.Precompile].
//
// # Concurrency
//
// Compilers and Rules are safe for concurrent use. Evaluations do not wait for each other.
//
// # Hostile rules
//
// The parser rejects expressions of more than 100,000 characters or 250 levels, with the
// server's errors. The type checker cannot be interrupted, and takes time with the square of
// the number of calls and the cube of the sizes of types: hours for some expressions of 300
// bytes. These exceed the default budget of a call; a larger one admits them:
//
//   - more than 32,768 bytes, unless the parser only counts the characters;
//   - more than 1,024 calls, or fewer with very many elements of lists and maps;
//   - large types, such as lists nested more than 80 deep;
//   - variables of macros over [] or {}, unless the expression is short;
//   - a regular expression of more than 262,144 instructions.
//
// CEL's functions may take much longer than their cost suggests. Here, they count the values
// that they read.
//
// # Differences from upstream
//
// Rows D25 to D30, D41, D42, D98 and D100 of DEVIATIONS.md, and D18: the text of the errors of
// one call is bounded by 4 MiB.
//
// Rules: Kubernetes documentation, "Validation rules" under "Extend the Kubernetes API
// with CustomResourceDefinitions" and "Common Expression Language in Kubernetes";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.
package celrules
