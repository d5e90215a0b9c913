// Package fragment compares schemas that are not those of whole objects, and values of
// them, with the reference: its functions without isResourceRoot, and definitions with
// the schema as that of a property.
package fragment
