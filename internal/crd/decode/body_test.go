package decode_test

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	crddecode "github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/structural"
)

// readBody returns the findings for a text whose kind can be read.
func readBody(t testing.TB, text string, media decode.MediaType) crddecode.Findings {
	t.Helper()
	body, err := decode.ReadBody(context.Background(), []byte(text), media)
	require.NoError(t, err)
	named, err := gotype.ReadTypeMetaText(body.JSON)
	require.NoError(t, err)
	found, err := crddecode.ReadBody(context.Background(), body, named)
	require.NoError(t, err)
	return found
}

func TestReadBody(t *testing.T) {
	keys := []string{"json", "yaml", "crd", "text", "strict", "silent", "undecodable", "refused"}
	cases.Run(t, "testdata/body.yaml", keys, func(t *testing.T, c cases.Case) {
		media := decode.MediaJSON
		if c.Has("yaml") {
			media = decode.MediaYAML
		}
		found := readBody(t, cmp.Or(c.Text(t, "json"), c.Text(t, "yaml")), media)
		assert.Equal(t, c.Texts(t, "strict"), found.Strict.Texts())
		assert.Equal(t, c.Texts(t, "silent"), found.Silent.Texts())
		assert.Equal(t, c.Text(t, "refused"), message(found.Status(crddecode.Strict)))
		if text := c.Text(t, "text"); text != "" { // numbers as they are spelled
			got, err := json.Marshal(found.CRD)
			require.NoError(t, err)
			assert.Equal(t, text, string(got))
		} else {
			assert.Equal(t, c.Object(t, "crd"), found.CRD)
		}
		where := ""
		if found.Undecodable != nil {
			where = found.Undecodable.Path.String()
			assert.Equal(t, c.Text(t, "refused"), message(found.Status(crddecode.Ignore)))
		}
		assert.Equal(t, c.Text(t, "undecodable"), where)
		if found.CRD != nil {
			normal, err := structural.Normalize(found.CRD)
			require.NoError(t, err)
			assert.True(t, cases.Same(found.CRD, normal.(map[string]any)), "not normalized")
		}
	})
}

// The largest bodies take time and memory proportional to their size.
func TestHostileBodies(t *testing.T) {
	const limit = decode.MaxBodyBytes - 200
	const deep = 3000
	schema := func(inside string) string {
		return `{"spec":{"versions":[{"schema":{"openAPIV3Schema":` + strings.Repeat(`{"not":`, deep) + inside + strings.Repeat("}", deep) + `}}]}}`
	}
	const room = limit - deep*8
	for name, text := range map[string]string{
		"deep":                          schema("{}"),
		"a repeated field deep inside":  schema(`{` + strings.Repeat(`"type":"",`, room/10) + `"id":""}`),
		"an unknown field deep inside":  schema(`{` + strings.Repeat(`"x":0,`, room/6) + `"id":""}`),
		"repeated objects deep inside":  schema(`{` + strings.Repeat(`"not":{"x":1,"id":"","id":""},`, room/30) + `"id":""}`),
		"wrong types deep inside":       schema(`{"required":[` + strings.Repeat(`1,`, room/2) + `1]}`),
		"wrong base64 many times":       `{"spec":{"conversion":{"webhook":{"clientConfig":{` + strings.Repeat(`"caBundle":"!",`, room/15) + `"url":""}}}}}`,
		"large numbers deep inside":     schema(`{"enum":[` + strings.Repeat(`1e400,`, room/6) + `1]}`),
		"a list that grows and shrinks": `{"spec":{` + strings.Repeat(`"versions":[{},{},{}],"versions":[{}],`, room/38) + `"group":""}}`,
		"a long list, often repeated":   `{"spec":{"versions":[` + strings.Repeat(`{},`, room/6) + `{}],` + strings.Repeat(`"versions":[null],`, room/36) + `"group":""}}`,
		"many properties":               schema(`{"properties":{` + strings.Repeat(`"a":{},`, room/7) + `"b":{"default":1e400}}}`),
		"many names":                    `{"metadata":{"labels":{` + strings.Repeat(`"a":"",`, room/7) + `"b":""}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			require.Less(t, len(text), decode.MaxBodyBytes)
			found := readBody(t, text, decode.MediaJSON)
			assert.LessOrEqual(t, len(found.Strict), 100)
		})
	}
}
