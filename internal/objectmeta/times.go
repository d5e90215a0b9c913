package objectmeta

import (
	"slices"
	"time"
)

// timesReadable tells whether all times in metadata can be read.
func timesReadable(m map[string]any) bool {
	return readable(m["creationTimestamp"]) && readable(m["deletionTimestamp"]) && managedTimesReadable(m)
}

func managedTimesReadable(m map[string]any) bool {
	entries, _ := m["managedFields"].([]any)
	return !slices.ContainsFunc(entries, unreadableEntry)
}

// unreadableEntry tells whether the time of an entry of managed fields cannot be
// read.
func unreadableEntry(v any) bool {
	m, _ := v.(map[string]any)
	return !readable(m["time"])
}

// readable tells whether v is a time or null.
func readable(v any) bool {
	s, ok := v.(string)
	if !ok {
		return v == nil
	}
	_, err := time.Parse(time.RFC3339, s)
	return err == nil
}

// timeOf is the time in v, zero if there is none or it cannot be read.
func timeOf(v any) time.Time {
	s, ok := v.(string)
	if !ok {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return t
}

// printedTime is a time as an error shows it: null if it is zero.
func printedTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format(time.RFC3339)
}
