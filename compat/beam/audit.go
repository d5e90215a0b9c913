package beam

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/seed95800270/crdschema/compat"
)

// Upgrade is a CRD and the one that it replaces, as JSON or YAML.
type Upgrade struct {
	// CRD is the new one.
	CRD string
	// Old is empty if the objects are judged against CRD alone.
	Old string
}

// Record is a stored object.
type Record struct {
	// Source is a file, a key or anything else for people.
	Source string
	// Object is the object as JSON.
	Object []byte
	// Error is why the object is missing, or empty.
	Error string
}

func init() { // Beam finds functions and types by name on other machines
	register.DoFn4x1[context.Context, Record, func(*Upgrade) bool, func(string, []byte), error](&judgeFn{})
	register.Emitter2[string, []byte]()
	register.Iter1[Upgrade]()
	register.Function2x2(merge)
	register.Function2x1(recordOf)
	beam.RegisterType(reflect.TypeFor[Upgrade]())
	beam.RegisterType(reflect.TypeFor[Record]())
}

// Upgrades returns the CRDs of an audit as a collection.
func Upgrades(s beam.Scope, upgrades ...Upgrade) beam.PCollection {
	return beam.CreateList(s, upgrades)
}

// Records returns the lines of files as a collection of objects, given a collection of KV<string,
// string> with the name of the file and a line, such as textio.ReadWithFilename returns.
func Records(s beam.Scope, lines beam.PCollection) beam.PCollection {
	return beam.ParDo(s.Scope("Records"), recordOf, lines)
}

// Audit judges a collection of [Record] against a collection of [Upgrade]. It returns a collection of
// KV<string, []byte>: the group and the kind of objects, such as "stable.example.com/CronTab", and the
// [compat.Report] about all of them as JSON. Objects of unknown kinds, and those that cannot be read, are
// in the report of the empty string.
//
// An upgrade that does not compile ends the pipeline with its error.
func Audit(s beam.Scope, upgrades, records beam.PCollection) beam.PCollection {
	s = s.Scope("Audit")
	parts := beam.ParDo(s, &judgeFn{}, records, beam.SideInput{Input: upgrades})
	return beam.CombinePerKey(s, merge, parts)
}

// merge merges two reports as JSON.
func merge(a, b []byte) ([]byte, error) {
	var reports [2]compat.Report
	for i, text := range [][]byte{a, b} {
		if err := json.Unmarshal(text, &reports[i]); err != nil {
			return nil, err
		}
	}
	return compat.Merge(reports[:]...).JSON(), nil
}

func recordOf(file, line string) Record { return Record{Source: file, Object: []byte(line)} }
