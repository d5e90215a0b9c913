// Package patches makes JSON patches and merge patches, and compares how they are read and
// applied with the packages that the server uses. The running server answers them in
// package live.
package patches
