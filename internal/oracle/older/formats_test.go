package older

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// TestFormatNames compares which formats a server heeds and warns about, by type and
// version. The first one that warns is 1.34.
func TestFormatNames(t *testing.T) {
	types := [][]string{nil, {"string"}, {"integer"}, {"number"}, {"boolean"}, {"array"}, {"object"}, {"integer", "string"}}
	parity.Run(t, "formats-known-1.35", parity.List(spellings(t), strconv.Quote), func(c *parity.Check, name string) {
		for minor := oldest - 1; minor < newest; minor++ {
			for _, of := range types {
				ours := ""
				if len(of) == 1 {
					ours = of[0]
				}
				heeded, warned := formatOf(of, name, uint(minor))
				c.Equal(fmt.Sprint(of, " in 1.", minor), format.Recognized(ours, name, minor), heeded)
				c.Equal(fmt.Sprint("warning of ", of, " in 1.", minor), format.Warned(ours, name, minor), warned && minor+1 >= 34)
			}
		}
	})
}

func formatOf(types []string, name string, minor uint) (heeded, warned bool) {
	s, at := &spec.Schema{}, version.MajorMinor(1, minor)
	s.Type, s.Format = types, name
	warned = len(validation.GetUnrecognizedFormats(s, at)) > 0
	if err := validation.StripUnsupportedFormatsPostProcessorForVersion(at)(s); err != nil {
		panic(err)
	}
	return s.Format != "", warned
}

// spellings returns the names of formats, and similar ones.
func spellings(t *testing.T) []string {
	files, err := filepath.Glob("../../format/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("the tables of formats: ", files, err)
	}
	names := []string{"", "-", "int32", "int64", "float", "double", "unknown"}
	for _, file := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(file), ".txt"))
	}
	for _, name := range names {
		if name != "" {
			names = append(names, name+"-", "-"+name[:1]+"-"+name[1:], strings.ToUpper(name), name+" ")
		}
	}
	return names
}
