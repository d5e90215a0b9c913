package kubeversion

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/codes"
)

func TestMinor(t *testing.T) {
	for minor := Oldest; minor <= Newest; minor++ {
		got, err := Minor(Name(minor))
		assert.Nil(t, err)
		assert.Equal(t, minor, got)
	}
	for _, version := range []string{"", "37", "1.", "1.29", "1.38", "1.037", "1.+37", "v1.37", "1.37.2", "2.37"} {
		got, err := Minor(version)
		assert.Zero(t, got)
		if assert.NotNil(t, err, version) {
			assert.Equal(t, codes.KubernetesVersion, err.Code)
			assert.Equal(t, codes.KubernetesVersionDetail(version, Oldest, Newest), err.Error())
		}
	}
}
