package judge

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/lint"
	"github.com/seed95800270/crdschema/structural"
)

// answer is what the library says about one object.
type answer struct {
	Verdict report.Verdict
	Texts   []string
}

// TestCorpus checks that verdicts and words are the library's, for each folder of a corpus: CRD_CORPUS
// names it; without it, the corpus is this project's own.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("CRD_CORPUS")
	folders, err := filepath.Glob(filepath.Join(cmp.Or(corpus, "../../../../examples"), "*"))
	require.NoError(t, err)
	if corpus == "" {
		folders = append(folders, "../command/kubectldata/diff")
	}
	objects, refused := 0, 0
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		got, want := ours(t, folder), library(t, folder)
		assert.Equal(t, want, got, folder)
		for _, a := range got {
			objects++
			if a.Verdict == report.Refused {
				refused++
			}
		}
	}
	assert.Greater(t, refused, 10)
	t.Logf("objects %d, refused %d", objects, refused)
}

// ours returns the answers of Run, without what cannot be judged.
func ours(t *testing.T, folder string) (out []answer) {
	compiler := crdschema.NewCompiler()
	j := Judge{Compiler: compiler, Definitions: NewDefinitions(compiler), FieldValidation: crdschema.Strict}
	reader := &input.Reader{}
	j.Collect(t.Context(), reader.Sources(t.Context(), folder))
	require.NoError(t, j.Run(t.Context(), reader.Sources(t.Context(), folder), func(i *report.Item) error {
		if i.Verdict == report.Unreadable {
			return nil
		}
		a := answer{Verdict: i.Verdict}
		for _, f := range i.Findings {
			if f.Level != report.Note {
				a.Texts = append(a.Texts, f.Message)
			}
		}
		out = append(out, a)
		return nil
	}))
	return out
}

// library returns the answers of the functions of the root package, and what is surely wrong in
// accepted CRDs, called one after the other.
func library(t *testing.T, folder string) (out []answer) {
	var objects []document.Document
	definitions, specs := map[input.GroupKind]*crdschema.Definition{}, map[input.GroupKind]any{}
	for s := range (&input.Reader{}).Sources(t.Context(), folder) {
		text, err := os.ReadFile(s.Name)
		require.NoError(t, err)
		docs, _ := document.DecodeYAML(t.Context(), text) // what cannot be decoded is left out
		for _, doc := range docs {
			items, isList := doc.Object["items"].([]any)
			if !isList {
				objects = append(objects, doc)
			}
			for _, item := range items {
				if object, ok := item.(map[string]any); ok {
					objects = append(objects, document.Document{Object: object})
				}
			}
		}
	}
	for _, doc := range objects {
		o := input.Object{Value: doc.Object}
		kind, spec := kindOf(&o)
		if _, found := specs[kind]; !o.IsCRD() || found {
			continue
		}
		specs[kind] = spec
		if d, err := crdschema.Compile(t.Context(), doc.Object); err == nil {
			definitions[kind] = d
		}
	}
	for _, doc := range objects {
		o := input.Object{Value: doc.Object}
		kind, spec := kindOf(&o)
		d := definitions[o.GroupKind()]
		switch {
		case o.IsCRD():
			r, err := crdschema.NewCompiler().AdmitCRD(t.Context(), crdschema.CRDRequest{CRD: doc.Object, Duplicates: doc.Duplicates, FieldValidation: crdschema.Strict})
			served := definitions[kind] != nil && assert.ObjectsAreEqual(specs[kind], spec) // else there is no verdict
			if err == nil && (!r.Accepted() || served) {
				a := answerOf(r.Status(), r.Errors, r.Warnings)
				if r.Accepted() {
					found, err := lint.CRD(t.Context(), doc.Object)
					require.NoError(t, err)
					for _, f := range found {
						a.Texts = append(a.Texts, f.Path.String()+": "+f.Message)
					}
				}
				out = append(out, a)
			}
		case d != nil:
			r, err := d.Admit(t.Context(), crdschema.Request{Object: doc.Object, Duplicates: doc.Duplicates, FieldValidation: crdschema.Strict, NameSuffix: nameSuffix})
			if err == nil {
				out = append(out, answerOf(r.Status(), r.Errors, r.Warnings))
			}
		}
	}
	return out
}

func answerOf(status *crdschema.Status, errs structural.Errors, warnings []string) answer {
	a := answer{Verdict: report.Accepted}
	if status != nil {
		a.Verdict = report.Refused
		for _, e := range errs {
			a.Texts = append(a.Texts, e.Error())
		}
		if len(errs) == 0 {
			a.Texts = append(a.Texts, status.Message)
		}
	}
	a.Texts = append(a.Texts, warnings...)
	return a
}
