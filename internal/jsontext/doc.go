// Package jsontext scans JSON text, writes values as JSON text, and finds what a value and its
// text do not tell of each other: floats that may have been integers ([Integer]) and strings that
// JSON cannot have ([NotUTF8]).
//
// Values, nodes, positions and patches are made with the [Scanner]. It reads only text that [Check]
// accepts, and therefore does not look for errors. A caller counts the work, in proportion to what
// it reads.
package jsontext
