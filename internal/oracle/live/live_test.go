package live_test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/live"
)

func TestMain(m *testing.M) { os.Exit(live.Main(m)) }

func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	object, err := corpus.DecodeYAML([]byte(text))
	require.NoError(t, err)
	return object
}

const lamps = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.live.example.com}
spec:
  group: live.example.com
  scope: Namespaced
  names: {plural: lamps, kind: Lamp}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [watts]
            properties:
              watts: {type: integer, minimum: 1}
              colour: {type: string, default: white}
`

func TestLive(t *testing.T) {
	began := time.Now()
	server := live.Start(t)
	t.Logf("started in %v", time.Since(began).Round(time.Millisecond))
	crd := decode(t, lamps)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.Equal(t, 201, answers[0].Code, answers[0].Message())
	lamps := server.Resource(crd, "v1")

	valid := decode(t, `{apiVersion: live.example.com/v1, kind: Lamp, metadata: {name: a}, spec: {watts: 40, odd: 1}}`)
	answer := lamps.TryCreate(valid, live.Warn)
	assert.Equal(t, 201, answer.Code, answer.Message())
	assert.Equal(t, []string{`unknown field "spec.odd"`}, answer.Warnings)
	assert.Equal(t, map[string]any{"watts": int64(40), "colour": "white"}, answer.Body["spec"])

	answer = lamps.TryCreate(valid, live.Strict)
	assert.Equal(t, 400, answer.Code)
	assert.Contains(t, answer.Message(), `strict decoding error: unknown field "spec.odd"`)

	invalid := decode(t, `{apiVersion: live.example.com/v1, kind: Lamp, metadata: {name: a}, spec: {watts: 0}}`)
	answer = lamps.TryCreate(invalid, live.Ignore)
	assert.Equal(t, 422, answer.Code)
	assert.Equal(t, []string{"spec.watts: Invalid value: 0: spec.watts in body should be greater than or equal to 1"}, answer.Causes())

	assert.Equal(t, 404, lamps.Get("a").Code, "a dry run stores nothing")
	require.Equal(t, 201, lamps.Create(valid).Code)
	answer = lamps.TryUpdate(invalid, live.Ignore)
	assert.Equal(t, 422, answer.Code, answer.Message())
	assert.Equal(t, 200, lamps.Delete("a").Code)
}

func TestRefusedDefinition(t *testing.T) {
	crd := decode(t, lamps)
	crd["metadata"].(map[string]any)["name"] = "bulbs.live.example.com"
	answers, err := live.Start(t).Install(crd)
	require.NoError(t, err)
	assert.Equal(t, 422, answers[0].Code)
	assert.Equal(t, []string{`metadata.name: Invalid value: "bulbs.live.example.com": must be spec.names.plural+"."+spec.group`}, answers[0].Causes())
}
