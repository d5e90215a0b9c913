package publish

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIdentifiers(t *testing.T) {
	assert.Equal(t, "AB2c", identifier("1a.b-2c", true), "no digit at the start")
	assert.Equal(t, "ab2C", identifier("ab2.c", false))
}

func TestKubernetesModelsDoNotConflict(t *testing.T) {
	docs := []*map[string]int{
		{objectMetaName: 1, scaleName: 1, "com.example.v1.A": 1},
		nil,
		{objectMetaName: 2, scaleName: 2, "com.example.v1.A": 2, "com.example.v1.B": 2},
	}
	var conflicts []entry
	merged := Merge(&conflicts, docs, "schemas", func(doc *map[string]int) map[string]int { return *doc })
	assert.Equal(t, []entry{{Part: "schemas", Name: "com.example.v1.A"}}, conflicts)
	assert.Equal(t, map[string]int{objectMetaName: 1, scaleName: 1, "com.example.v1.A": 1, "com.example.v1.B": 2}, merged)
}
