// Package registry holds what a server of custom resources needs in addition to Admit and its
// stages: comparisons of an object with its URL and with the stored object, the Status of
// requests that never reach Admit, recorded warnings and revisions.
//
// Call the methods of [Target] between the stages of Definition.Admit (package crdschema). The
// package may change in every minor release.
package registry
