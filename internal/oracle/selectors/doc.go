// Package selectors compares label selectors, field selectors and selectable fields with
// the reference.
package selectors
