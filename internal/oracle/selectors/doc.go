// Package selectors compares label selectors, field selectors and selectable fields with
// those of the reference.
package selectors
