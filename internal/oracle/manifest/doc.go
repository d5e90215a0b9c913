// Package manifest compares what is said about definitions that are written:
// new ones, updates, and updates of the status, with their warnings and what is
// stored. The reference is the strategy of the registry of definitions, as the
// generic registry calls it.
package manifest
