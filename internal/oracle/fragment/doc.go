// Package fragment compares schemas that do not describe whole objects, and their values,
// with the reference: its functions without isResourceRoot, and definitions with the schema
// as the schema of a property.
package fragment
