package protobuf

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
)

//go:embed crd.txt
var crdText string

// message has the fields of a message by their numbers.
type message struct {
	name   string
	fields map[protowire.Number]*field
	always []*field // those that JSON has even if they are zero
}

type field struct {
	name     string
	kind     string // of a scalar: string, bytes, bool, int32, int64, double
	message  *message
	list     bool
	keyed    bool // a map from strings
	optional bool // it is present even if it is zero
	inline   bool // its fields are fields of the message in JSON
}

// crdMessages returns the messages of crd.txt. They do not change.
var crdMessages = sync.OnceValue(func() map[string]*message { return parse(crdText) })

// builtInMessages returns the messages of built-in kinds. They do not change.
var builtInMessages = sync.OnceValue(func() map[string]*message {
	out := parse(published.Messages())
	out[listOfStrings] = &message{name: listOfStrings, fields: map[protowire.Number]*field{1: {name: "items", kind: "string", list: true}}}
	return out
})

// listOfStrings is the name of messages with nothing but strings.
const listOfStrings = "Strings"

// parse reads a table.
func parse(text string) map[string]*message {
	out := map[string]*message{}
	get := func(name string) *message {
		if out[name] == nil {
			out[name] = &message{name: name, fields: map[protowire.Number]*field{}}
		}
		return out[name]
	}
	var current *message
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case len(words) == 1:
			current = get(words[0])
		default:
			current.add(words, get)
		}
	}
	return out
}

// add adds the field of a line.
func (m *message) add(words []string, get func(string) *message) {
	number, err := strconv.Atoi(words[0])
	if err != nil {
		panic(err) // the table is part of the program
	}
	f := &field{name: words[1]}
	kind, always := strings.CutSuffix(words[2], "!")
	kind, f.optional = strings.CutSuffix(kind, "?")
	kind, f.inline = strings.CutPrefix(kind, ".")
	kind, f.list = strings.CutPrefix(kind, "[]")
	f.kind, f.keyed = strings.CutPrefix(kind, "{}")
	if f.kind[0] >= 'A' && f.kind[0] <= 'Z' || strings.Contains(f.kind, ".") {
		f.message = get(f.kind)
	}
	m.fields[protowire.Number(number)] = f
	if always {
		m.always = append(m.always, f)
	}
}
