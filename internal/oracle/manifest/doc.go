// Package manifest compares the results of writing definitions: new ones,
// updates, and updates of the status, with their warnings and the stored object.
// The reference is the strategy of the registry of definitions, as the generic
// registry calls it.
package manifest
