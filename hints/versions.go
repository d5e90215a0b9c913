package hints

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/versionpriority"
)

var versions = map[codes.Code]advice{
	codes.SchemaRequired:               setting(map[string]any{"type": "object", preserve: true}, "Add a schema. One that takes anything is {type: object, "+preserve+": true}."),
	codes.StorageVersion:               oneStorage,
	codes.VersionUnique:                always("Give each version a name of its own, or remove the duplicate."),
	codes.PreserveUnknownFields:        noPreserve,
	codes.PreserveUnknownFieldsDefault: noPreserve,
	codes.DeprecationWarning:           deprecationWarning,
	codes.StoredVersionRemoved:         always("Keep the version, perhaps with served: false, until no object is stored in it and it has been taken from status.storedVersions."),
	codes.StoredVersionsRequired:       addStored,
	codes.StoredVersionsStorage:        addStored,
}

var (
	noPreserve = removing("Remove spec.preserveUnknownFields, and add " + preserve + ": true to the schemas where unknown fields are to be kept.")
	addStored  = always("Add the storage version to status.storedVersions.")
)

// oneStorage keeps one storage version, or makes one: among equals, the one with the highest
// priority.
func oneStorage(p *problem) draft {
	list, _ := valuepath.At(p.crd, specPath("versions")).([]any)
	chosen, best, first := -1, -1, ""
	for i, v := range list {
		version, ok := v.(map[string]any)
		if !ok {
			continue
		}
		rank := 0
		switch {
		case version["storage"] == true:
			rank = 2
		case version["served"] == true:
			rank = 1
		}
		if name := textIn(version, "name"); rank > best || rank == best && versionpriority.Compare(name, first) < 0 {
			chosen, best, first = i, rank, name
		}
	}
	if chosen < 0 {
		return draft{text: "Add a version with storage: true."}
	}
	var edits []change
	for i, v := range list {
		if version, ok := v.(map[string]any); ok && (version["storage"] == true) != (i == chosen) {
			edits = append(edits, replace(specPath("versions").Append(structural.Index(i), structural.Field("storage")), i == chosen))
		}
	}
	name := textIn(list[chosen].(map[string]any), "name")
	return draft{fmt.Sprintf("Set storage: true in one version, perhaps %s, and false in all others.", name), edits}
}

const maxWarning = 256

func deprecationWarning(p *problem) draft {
	switch text := p.text(); {
	case p.parent()["deprecated"] != true:
		return draft{"Add deprecated: true to the version, or remove the warning.", []change{set(p.sibling("deprecated"), true)}}
	case text == "":
		return draft{"Remove the warning: the server has one of its own.", []change{drop(p.path)}}
	case len(text) > maxWarning:
		return draft{text: "Shorten the warning to 256 bytes."}
	default:
		return draft{"Write the warning in one line of printable characters.", []change{set(p.path, printable(text))}}
	}
}

func printable(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return -1
	}, text)
}
