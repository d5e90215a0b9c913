package corpus

import (
	"os"
	"sync"
	"testing"
)

// Corpus is a folder of definitions with their objects.
type Corpus struct {
	// Dir is the folder of the corpus.
	Dir string
	// CRDs are the definitions, by source and name.
	CRDs []*CRD
}

// CRD is one definition.
type CRD struct {
	// Source is the folder inside the corpus, for example "owner+repository".
	Source string
	// Name is metadata.name according to the name of the file.
	Name string
	// File is the path of the file inside the corpus.
	File string
	// Manifest is the decoded file.
	Manifest map[string]any
	// Objects are the custom resources of this definition.
	Objects []*Object
}

// Object is one custom resource.
type Object struct {
	// File is the path of the file inside the corpus.
	File string
	// Value is the decoded file.
	Value map[string]any
	// Pair is the same number for the two objects of one update test, otherwise 0.
	Pair int
	// Role is "initial" or "updated" if there is a Pair.
	Role string
	// ExpectedError is the server's error that the object's authors expect.
	ExpectedError string
}

// Load returns the corpus that the tests run on; see the package comment. It
// fails the test if a file cannot be read.
func Load(tb testing.TB) *Corpus {
	tb.Helper()
	c, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

var load = sync.OnceValues(func() (*Corpus, error) {
	name, ok := os.LookupEnv("CRD_CORPUS")
	if !ok || name == "" {
		name = "testdata/corpus"
	}
	dir, err := find(name)
	if err != nil {
		return nil, err
	}
	return read(dir)
})

// Objects calls f for each object with its definition, in order.
func (c *Corpus) Objects(f func(*CRD, *Object)) {
	for _, crd := range c.CRDs {
		for _, o := range crd.Objects {
			f(crd, o)
		}
	}
}
