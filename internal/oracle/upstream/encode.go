package upstream

import "github.com/seed95800270/crdschema/internal/oracle/encode"

// Encode encodes a value for the server; see [encode.JSON].
func Encode(v any) ([]byte, error) { return encode.JSON(v) }
