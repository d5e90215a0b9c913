package selector_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzParseLabels checks that the text of a selector is one of the same selector.
func FuzzParseLabels(f *testing.F) {
	for _, seed := range []string{
		"", "a", "!a", "a=b", "a==b,c!=d", "x in (foo,,baz),y,z notin ()", "a>1,b<-5", "in in (in)", "a\x00=b", "a in (b", "a,", "=", "example.com/a=\xff", " a ,\tb\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		labels, err := selector.ParseLabels(text)
		if err != nil {
			require.NotEmpty(t, structural.ErrorsOf(err))
			return
		}
		again, err := selector.ParseLabels(labels.String())
		require.NoError(t, err)
		require.Equal(t, labels.Requirements(), again.Requirements())
		require.Equal(t, labels.Empty(), len(labels.Requirements()) == 0)
		labels.MatchesObject(map[string]any{"metadata": map[string]any{"labels": map[string]any{"a": text}}})
	})
}

func FuzzLabelsFromMap(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"matchLabels":{"a":"b","c":null}}`, `{"matchExpressions":[{"key":"a","operator":"In","values":["x","y"]},null,5]}`, `{"matchLabels":[]}`,
		`{"matchExpressions":[{"key":"a","operator":"Exists"},{"key":"/","operator":"NotIn","values":["-",null]}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := decode.JSON(context.Background(), text)
		if err != nil {
			return
		}
		object, err := doc.Object()
		if err != nil {
			return
		}
		labels, err := selector.LabelsFromMap(object)
		if err != nil {
			require.NotEmpty(t, structural.ErrorsOf(err))
			return
		}
		again, err := selector.ParseLabels(labels.String())
		require.NoError(t, err)
		require.Equal(t, len(labels.Requirements()), len(again.Requirements()))
	})
}

// FuzzParseFields checks that the text of a selector is one of the same selector.
func FuzzParseFields(f *testing.F) {
	for _, seed := range []string{"", "a=b", "a==b,c!=d", `a=x\,y\=z\\`, `a=\`, "=", ",,", "a", "a!==b", "a=\xff\\,", " a = b "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fields, err := selector.ParseFields(text)
		if err != nil {
			require.Len(t, structural.ErrorsOf(err), 1)
			return
		}
		again, err := selector.ParseFields(fields.String())
		require.NoError(t, err)
		require.ElementsMatch(t, fields.Requirements(), again.Requirements())
		fields.Matches(map[string]string{"a": text})
	})
}
