//go:build go1.26

package format

import (
	"testing"
)

func FuzzAddress(f *testing.F)    { fuzz(f, "ipv4", "ipv6", "cidr") }
func FuzzBase64(f *testing.F)     { fuzz(f, "byte") }
func FuzzCheckDigit(f *testing.F) { fuzz(f, "isbn", "isbn10", "isbn13", "creditcard", "ssn") }
func FuzzColor(f *testing.F)      { fuzz(f, "hexcolor", "rgbcolor") }
func FuzzDateTime(f *testing.F)   { fuzz(f, "date", "date-time") }
func FuzzDuration(f *testing.F)   { fuzz(f, "duration") }
func FuzzEmail(f *testing.F)      { fuzz(f, "email") }
func FuzzHex(f *testing.F)        { fuzz(f, "bsonobjectid", "mac") }
func FuzzHostname(f *testing.F)   { fuzz(f, "hostname") }
func FuzzNames(f *testing.F)      { fuzz(f, "k8s-short-name", "k8s-long-name", "password") }
func FuzzURI(f *testing.F)        { fuzz(f, "uri") }
func FuzzUUID(f *testing.F)       { fuzz(f, "uuid", "uuid3", "uuid4", "uuid5") }

// fuzz compares the verdicts of a family of formats with the obvious ones, and fails
// if a format allocates.
func fuzz(f *testing.F, family ...string) {
	for _, name := range family {
		for _, v := range readTable(f, name) {
			f.Add(v.text)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, name := range family {
			accepts, ok := Lookup(name, Infinite)
			if !ok {
				t.Fatal(name)
			}
			if ours, want := accepts(s), obvious[name](s); ours != want {
				t.Errorf("%s of %q: %v, not %v", name, s, ours, want)
			}
			if mayAllocate(name, s) {
				continue
			}
			if n := testing.AllocsPerRun(10, func() { accepts(s) }); n != 0 {
				t.Errorf("%s of %q allocates %v times", name, s, n)
			}
		}
	})
}

func FuzzLookup(f *testing.F) {
	for _, known := range formats {
		f.Add(known.name, 30)
		f.Add("-"+known.name+"-", 37)
	}
	f.Fuzz(func(t *testing.T, name string, minor int) {
		accepts, ok := Lookup(name, minor)
		if ok != Recognized("string", name, minor) || ok != (accepts != nil) {
			t.Errorf("%q at 1.%d", name, minor)
		}
		if _, again := Lookup(name+"-", minor); again != ok {
			t.Errorf("%q at 1.%d with another dash", name, minor)
		}
	})
}
