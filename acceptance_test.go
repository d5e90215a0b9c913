package crdschema_test

import (
	"testing"

	"github.com/seed95800270/crdschema/internal/acceptance"
)

func TestAcceptance(t *testing.T) { acceptance.Run(t) }
