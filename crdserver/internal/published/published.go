// Package published has what Kubernetes publishes about its built-in kinds: the resources in the order of
// discovery, the schemas of OpenAPI and the messages of protobuf. The files in data are made by
// internal/oracle/builtin of the module above. They are decompressed when they are first needed.
package published

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/lifecycle"
)

var (
	//go:embed data/groups.json.gz
	groupsFile []byte
	//go:embed data/schemas.txt.gz
	schemasFile []byte
	//go:embed data/messages.txt.gz
	messagesFile []byte
	//go:embed data/types.txt.gz
	typesFile []byte
)

// decompress returns the text of an embedded file.
func decompress(file []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err == nil {
		file, err = io.ReadAll(r)
	}
	if err != nil {
		panic(err) // the file is part of the program
	}
	return file
}

type groupsText struct {
	Groups []struct {
		Name     string
		Versions []struct {
			Name      string
			Resources []map[string]any
		}
	}
	Kinds map[string]string
}

var groups = sync.OnceValue(func() (out groupsText) {
	if err := json.Unmarshal(decompress(groupsFile), &out); err != nil {
		panic(err) // the file is part of the program
	}
	return out
})

// Groups returns the discovery information of all groups, the core group first. The result is shared.
func Groups() []lifecycle.Discovery { return discovered() }

var discovered = sync.OnceValue(func() []lifecycle.Discovery {
	var out []lifecycle.Discovery
	for _, g := range groups().Groups {
		d := lifecycle.APIExtensions() // a group of the server
		d.Group, d.Versions, d.Resources = g.Name, nil, map[string][]map[string]any{}
		for _, v := range g.Versions {
			d.Versions = append(d.Versions, v.Name)
			d.Resources[v.Name] = v.Resources
		}
		out = append(out, d)
	}
	return out
})

// Kind returns the name of the component of a kind, or "".
func Kind(apiVersion, kind string) string { return groups().Kinds[apiVersion+" "+kind] }

// GroupVersionKinds returns the group, the version and the kind of each component that is one.
func GroupVersionKinds() map[string]map[string]any {
	out := map[string]map[string]any{}
	for name, component := range groups().Kinds {
		apiVersion, kind, _ := strings.Cut(name, " ")
		group, version, found := strings.Cut(apiVersion, "/")
		if !found {
			group, version = "", apiVersion
		}
		out[component] = map[string]any{"group": group, "version": version, "kind": kind}
	}
	return out
}

// Hash returns a text that differs if anything published differs.
func Hash() string { return hash() }

var hash = sync.OnceValue(func() string {
	sum := sha256.New()
	_, _ = sum.Write(groupsFile) // it never fails
	_, _ = sum.Write(schemasFile)
	return hex.EncodeToString(sum.Sum(nil))
})

// lines has the text of each component by name.
var lines = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(string(decompress(schemasFile))) {
		name, text, _ := strings.Cut(line, " ")
		out[name] = text
	}
	return out
})

// Component returns the schema of a component as the document has it, or nil: a reference is the name of
// another component, beside its default and its merge keys.
func Component(name string) map[string]any {
	text, found := lines()[name]
	if !found {
		return nil
	}
	doc, err := document.DecodeJSON(context.Background(), []byte(text)) // encoding/json has no integers
	if err != nil {
		panic(err) // the file is part of the program
	}
	return doc.Object
}

// Messages returns the table of the messages.
func Messages() string { return string(decompress(messagesFile)) }

// GoField is what errors say about a field and its schema does not.
type GoField struct {
	// Type is the name of its Go type.
	Type string
	// Through has the names of the embedded structs with the field, each with a dot.
	Through string
}

// GoFields returns fields of a component by name.
func GoFields(component string) map[string]GoField { return goFields()[component] }

var goFields = sync.OnceValue(func() map[string]map[string]GoField {
	out := map[string]map[string]GoField{}
	for line := range strings.Lines(string(decompress(typesFile))) {
		words := append(strings.Fields(line), "")
		if out[words[0]] == nil {
			out[words[0]] = map[string]GoField{}
		}
		out[words[0]][words[1]] = GoField{words[2], words[3]}
	}
	return out
})
