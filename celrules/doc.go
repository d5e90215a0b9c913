// Package celrules compiles and evaluates the validation rules of a schema,
// x-kubernetes-validations, as a Kubernetes API server does: it types, checks and
// prices them, and asks them about objects.
//
//	c := celrules.NewCompiler()
//	errs := c.Check(schema)     // what a server says when a definition is written
//	rules := c.Compile(schema)  // what a server has that serves it
//	fmt.Println(rules.Cost())   // what the rules cost at most, and why
//	result, err := rules.Validate(ctx, celrules.Input{Object: obj, Old: old})
//
// # Writing and serving
//
// When a definition is written, a server looks at it in this order:
//
//  1. The form of every rule, wherever it stands: [Form], called by
//     structural.CheckKeywords.
//  2. If the schema is structural and its defaults are right: the expressions of
//     every schema in and below which 1 and the other keyword rules have found
//     nothing. [Compiler.Check] is all of this, and the limits.
//
// New expressions may use what the version before the server's own knows, so
// that one can go back; those that the definition had before ([Replacing]) may
// use all that the server ships. The cost of single expressions is not limited if
// the schema is [Unchanged].
//
// When a definition is served, [Compiler.Compile], all expressions count as
// stored ones, nothing is limited, and a rule that does not compile fails for
// every value instead of keeping the definition out.
//
// # Types
//
// A rule sees the value that its schema describes as self, and the value before
// an update as oldSelf. Their CEL types come from the schema:
//
//   - x-kubernetes-int-or-string is dyn; string, boolean, integer and number are
//     string, bool, int and double; the formats byte, duration, date and
//     date-time make a string bytes, duration and timestamp.
//   - An array is a list, an object with a schema under additionalProperties a map
//     with string keys, any other object a type of its own with the declared
//     properties as fields, whose names are escaped: [Escape].
//   - A schema without a type is unknown, and so is a list or map of such. Fields
//     of unknown type are left out; fields that are preserved but not declared
//     are, too.
//   - The root and embedded resources have apiVersion, kind and of metadata name
//     and generateName, whatever is declared, unless all of these are.
//
// Object types are told apart by their place below self: values of two places
// cannot be compared, however alike their schemas are. Types print as
// selfType#.spec.containers.@idx.
//
// oldSelf must have been there: a rule that uses it is refused where a value has
// no counterpart before the update, which is in the items of lists that are not
// of type map. With optionalOldSelf it is an optional value.
//
// # Cost
//
// The cost of an expression is estimated from the sizes that a schema allows:
// maxLength (four bytes a character), enum, maxItems, maxProperties, and what
// goes into a request of 3 MiB where they are missing. It is multiplied with the
// number of values that the schema may have in one object, from the maxItems and
// maxProperties around it. The product is limited ([ExpressionLimit]), and so is
// the sum for a schema ([SchemaLimit]). [Rules.Cost] shows the calculation.
//
// # Evaluation
//
// [Rules.Validate] goes through an object from its root. At each value that is not
// null, it asks
//
//  1. the rules of its schema, in their order, and those in allOf;
//  2. those of what is inside: elements of a list by index, values of a map and
//     fields of an object in byte order.
//
// A rule that uses oldSelf is left out for a value without an old one, unless it
// has optionalOldSelf. Values of maps and objects correspond by name, elements of
// lists of type map by their keys, those of other lists not at all.
//
// Values are read when a rule looks at them. One that contradicts the schema, by
// its type or its format, makes the rule fail, as does whatever else cannot be
// computed: such an error shows the type of the schema as its value. A rule that
// is false gives an error of the kind that reason names, at the value or at
// fieldPath below it. It says what messageExpression gives, if that is a line of
// at most 5 KiB; else message; else the rule. A messageExpression that does not
// compile makes fieldPath go unheeded, too.
//
// What has been wrong before is tolerated: errors of a value that is the same as
// its old one or, if it has none, for which the nearest value around it that has
// one is the same, are in Result.Ratcheted. Errors of rules that use oldSelf and of
// rules that cannot be computed are not tolerated, nor are those of apiVersion and
// kind of the root.
//
// Lists compare as their type says: sets in any order, lists of type map by keys,
// others in order; what + makes of them keeps the type of the left one. Objects
// are equal if the fields that rules see are, and so are those that both have and
// rules do not see: {x: 1} is equal to {y: 2} if neither is declared.
//
// Every evaluation has its cost, to the unit that of a server. One expression may
// cost [CallLimit], an object [ObjectBudget]; whatever exceeds its limit ends it
// all, which [Result] tells and one of the errors says. If that is an error that is
// tolerated, which it can be if a messageExpression exceeds a limit, the object is
// accepted, whatever the rest of the rules would say: so it is on a server.
//
// A cancelled context ends an evaluation with an error and without a verdict. It is
// noticed before each value that has rules, and every hundred elements that a
// macro visits.
//
// # Sharing
//
// A [Compiler] parses each text once, and checks it once for all values that
// the text cannot tell apart: what the type checker asked about self is noted,
// and where all answers are the same, so is the result. So most rules of the
// versions of a definition, and of definitions with common parts, are compiled
// once. There is one environment for each form of self (all objects are of one
// form), at most 64 for a use. [Compile] and [Check] have a Compiler of their own.
//
// Rules are lazy: nothing is typed, compiled or planned before a value needs it,
// see [Rules.Prepare]. Schemas are shared and not written to.
//
// # Concurrency
//
// Compilers and Rules are safe for concurrent use. A Compiler works on one
// expression at a time. Evaluations do not wait for each other: an expression that
// has run before runs without a lock.
//
// # Hostile rules
//
// A text of more than 100,000 characters is refused, as is one that is nested
// more than 250 levels deep; both by the parser, in the server's words. The type
// checker takes time with the square of the number of calls in one expression:
// ten seconds for the worst one of 100,000 characters, on a server as here.
//
// # Differences from upstream
//
//   - The type of self is called selfType# in errors; upstream has a random
//     number in place of the #.
//   - Of expressions that cost the same, those mentioned as the most expensive
//     are the first in the order of their places; upstream's vary.
//   - An expression in which optMap and optFlatMap copy more than 16,384 nodes is
//     refused. Upstream doubles it with every call until memory is gone.
//   - More than 32 lists and maps inside of each other are unknown to rules.
//     Upstream checks them in time that grows with the cube of their number.
//   - Rules below items of what is no list get an error about types; upstream
//     panics. So does a field path that goes on behind additionalProperties: true.
//   - Maps are visited in byte order, by rules and by Validate; upstream's order
//     varies, and with it what is found first and what that costs.
//   - A cancelled context is an error; upstream makes it one of the object.
//   - The text of the errors of one call is bounded by 32 MiB. A last error of
//     the kind Internal counts what is left out.
//
// Rules: Kubernetes documentation, "Validation rules" under "Extend the
// Kubernetes API with CustomResourceDefinitions" and "Common Expression Language
// in Kubernetes"; k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel.
package celrules
