package scale_test

import (
	"cmp"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/scale"
)

func TestReadScale(t *testing.T) {
	cases.Run(t, "testdata/read.yaml", []string{"json", "scale", "kind", "strict", "undecodable"}, func(t *testing.T, c cases.Case) {
		text := c.Text(t, "json")
		body, err := decode.ReadBody(context.Background(), []byte(text), decode.MediaJSON)
		require.NoError(t, err)
		named, err := gotype.ReadTypeMetaText(body.JSON)
		require.NoError(t, err)
		ofText, err := scale.ReadText(context.Background(), body, named)
		require.NoError(t, err)
		doc, err := decode.JSON(context.Background(), []byte(text))
		require.NoError(t, err)
		ofMap := scale.Read(doc.Value.(map[string]any), named, doc.Strict)
		assert.ElementsMatch(t, ofText.Strict.Texts(), ofMap.Strict.Texts())
		for _, got := range []scale.Decoded{ofText, ofMap} {
			assert.Equal(t, cmp.Or(c.Text(t, "kind"), "autoscaling/v1, Kind=Scale"), got.TypeMeta.String())
			if want := c.Text(t, "undecodable"); want != "" {
				assert.EqualError(t, got.Undecodable, want)
				continue
			}
			assert.Nil(t, got.Undecodable)
			assert.Equal(t, c.Object(t, "scale"), got.Object)
		}
		if c.Text(t, "undecodable") == "" {
			assert.Equal(t, c.Texts(t, "strict"), ofText.Strict.Texts())
		}
	})
}
