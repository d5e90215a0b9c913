package gotype

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural/field"
)

// GroupVersion is an apiVersion. The core group is empty.
type GroupVersion struct{ Group, Version string }

// ParseGroupVersion splits an apiVersion into group and version.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion.
func ParseGroupVersion(apiVersion string) (GroupVersion, error) {
	group, version, found := strings.Cut(apiVersion, "/")
	switch {
	case !found:
		return GroupVersion{Version: apiVersion}, nil
	case strings.Contains(version, "/"):
		return GroupVersion{}, fmt.Errorf("unexpected GroupVersion string: %s", apiVersion)
	default:
		return GroupVersion{group, version}, nil
	}
}

// String returns the apiVersion.
func (gv GroupVersion) String() string {
	if gv.Group == "" {
		return gv.Version
	}
	return gv.Group + "/" + gv.Version
}

// TypeMeta is the group, version and kind that a body or an object names.
type TypeMeta struct {
	GroupVersion
	Kind string
}

// TypeMetaOf returns what an object names, or nothing if its apiVersion is malformed.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, GroupVersionKind.
func TypeMetaOf(obj map[string]any) TypeMeta {
	gv, err := ParseGroupVersion(StringAt(obj, "apiVersion"))
	if err != nil {
		return TypeMeta{}
	}
	return TypeMeta{gv, StringAt(obj, "kind")}
}

// WithDefaults returns t with the kind of d if t lacks one, and with the group and version
// of d if t lacks a version and its group is empty or the same.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, gvkWithDefaults.
func (t TypeMeta) WithDefaults(d TypeMeta) TypeMeta {
	t.Kind = cmp.Or(t.Kind, d.Kind)
	if t.Version == "" && (t.Group == "" || t.Group == d.Group) {
		t.GroupVersion = d.GroupVersion
	}
	return t
}

// String returns "stable.example.com/v1, Kind=CronTab".
func (t TypeMeta) String() string {
	return t.Group + "/" + t.Version + ", Kind=" + t.Kind
}

// StringAt returns the string at a path of names in obj, or "".
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, GetName and the like.
func StringAt(obj map[string]any, path ...string) string {
	for _, name := range path[:len(path)-1] {
		obj, _ = obj[name].(map[string]any)
	}
	text, _ := obj[path[len(path)-1]].(string)
	return text
}

// typeMetaType is the Go type into which the server reads apiVersion and kind.
const typeMetaType = `struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

// ReadTypeMetaText returns what JSON text names, as [ReadTypeMeta] does. The error has the
// decoder's words: the text is not JSON or not an object, one of the two fields has a
// wrong type, or the apiVersion is malformed.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, SimpleMetaFactory.Interpret.
func ReadTypeMetaText(text []byte) (TypeMeta, error) {
	found := struct {
		APIVersion string `json:"apiVersion,omitempty"`
		Kind       string `json:"kind,omitempty"`
	}{}
	if err := json.Unmarshal(text, &found); err != nil {
		return TypeMeta{}, TypeMetaError(err)
	}
	gv, err := ParseGroupVersion(found.APIVersion)
	return TypeMeta{gv, found.Kind}, err
}

// ReadTypeMeta returns the group, version and kind that a body names, as the server reads
// them before it decodes the body. The names of the two fields match in any letter case;
// the last one in byte order wins.
//
// Rule: k8s.io/apimachinery/pkg/runtime/serializer/json, SimpleMetaFactory.Interpret.
func ReadTypeMeta(body any) (TypeMeta, *field.Error) {
	fields, ok := body.(map[string]any)
	if !ok && body != nil {
		return TypeMeta{}, malformed(nil, body, WrongType(JSONType(body), typeMetaType))
	}
	apiVersion, bad := readText(fields, "apiVersion", nil)
	kind, bad := readText(fields, "kind", bad)
	if bad != nil {
		return TypeMeta{}, bad
	}
	gv, err := ParseGroupVersion(apiVersion)
	if err != nil {
		return TypeMeta{}, field.Verbatim(field.Error{Path: field.Path{field.Field("apiVersion")}, Kind: field.Undecodable,
			Code: codes.APIVersionFormat, Value: apiVersion, Detail: err.Error()})
	}
	return TypeMeta{gv, kind}, nil
}

// readText returns the string called name in any letter case, and first or else its own
// error.
func readText(fields map[string]any, name string, first *field.Error) (string, *field.Error) {
	text := ""
	var room [2]string
	for _, spelling := range spellings(room[:0], fields, name) {
		switch v := fields[spelling].(type) {
		case nil:
		case string:
			text = jsontext.ValidUTF8(v)
		default:
			if first == nil {
				first = malformed(field.Path{field.Field(spelling)}, v, WrongFieldType(JSONType(v), "."+name, "string"))
			}
		}
	}
	return text, first
}

// spellings appends the names that equal name in any letter case, in byte order.
func spellings(found []string, fields map[string]any, name string) []string {
	for spelling := range fields {
		if strings.EqualFold(spelling, name) {
			found = append(found, spelling)
		}
	}
	slices.Sort(found)
	return found
}

// TypeMetaError returns the error for an apiVersion and kind that cannot be decoded.
func TypeMetaError(err error) error {
	return fmt.Errorf("couldn't get version/kind; json parse error: %w", err)
}

func malformed(path field.Path, v any, why string) *field.Error {
	return field.Verbatim(field.Error{Path: path, Kind: field.Undecodable, Code: codes.TypeMetaType, Value: v,
		Detail: TypeMetaError(errors.New(why)).Error()})
}
