package decode

// kind is a Go type of the server, in as far as its decoder shows it.
type kind struct {
	shape   shape
	goType  string           // as errors name it
	record  string           // name of a structure, without its package
	fields  map[string]*kind // of a structure
	element *kind            // of a list or map; the schema of one with a decoder of its own
	bits    int              // of an integer
}

// shape says which JSON values a kind takes.
type shape uint8

const (
	text          shape = iota
	flag                // a bool
	integer             // a number that is written as an integer and fits
	fraction            // any number
	base64Text          // bytes: text, or a list of numbers
	instant             // a time
	anything            // any JSON value
	record              // an object with known fields
	dict                // an object with names of the author's own
	list                // a list
	schemaOrBool        // additionalProperties
	schemaOrList        // items
	schemaOrNames       // a dependency
)

// plainText and the other simple kinds are shared by all structures.
var (
	plainText = &kind{shape: text, goType: "string"}
	boolean   = &kind{shape: flag, goType: "bool"}
	int32Kind = &kind{shape: integer, goType: "int32", bits: 32}
	int64Kind = &kind{shape: integer, goType: "int64", bits: 64}
	byteKind  = &kind{shape: integer, goType: "uint8", bits: 8}
	number    = &kind{shape: fraction, goType: "float64"}
	bytes     = &kind{shape: base64Text, goType: "[]uint8", element: byteKind}
	timeKind  = &kind{shape: instant, goType: "string"}
	freeform  = &kind{shape: anything}
	texts     = listOf(plainText)
	textMap   = &kind{shape: dict, goType: "map[string]string", element: plainText}
)

// named is a text with a Go type of its own.
func named(goType string) *kind { return &kind{shape: text, goType: goType} }

func listOf(element *kind) *kind {
	return &kind{shape: list, goType: "[]" + element.goType, element: element}
}

// structure is a Go structure of a package with its fields.
func structure(pkg, name string, fields map[string]*kind) *kind {
	return &kind{shape: record, goType: pkg + name, record: name, fields: fields}
}
