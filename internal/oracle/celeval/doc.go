// Package celeval compares what package celrules makes of objects with what the
// reference makes of them: errors, warnings, and what it costs to get there.
package celeval
