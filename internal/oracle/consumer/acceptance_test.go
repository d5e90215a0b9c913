package consumer

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/acceptance"
)

func TestAcceptance(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	require.Contains(t, string(mod), "github.com/google/cel-go v0.31.0 ")
	t.Chdir("../../..")
	acceptance.Run(t)
}
