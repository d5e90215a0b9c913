package main

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/conversion"
)

const older, newer = "example.com/v1beta1", "example.com/v1"

// codeConverter returns the conversion as functions, one for each direction. They
// modify copies of objects. The chain sets the apiVersion.
func codeConverter() (*conversion.Chain, error) {
	return conversion.NewChain(
		conversion.Step{From: older, To: newer, Convert: split},
		conversion.Step{From: newer, To: older, Convert: join},
	)
}

func split(_ context.Context, obj map[string]any) (map[string]any, error) {
	hostPort, found := obj["hostPort"].(string)
	if !found {
		return obj, nil
	}
	host, port, found := strings.Cut(hostPort, ":")
	if !found {
		return nil, errors.New("hostPort could not be parsed into a separate host and port")
	}
	out := maps.Clone(obj)
	delete(out, "hostPort")
	out["host"], out["port"] = host, port
	return out, nil
}

func join(_ context.Context, obj map[string]any) (map[string]any, error) {
	host, hasHost := obj["host"].(string)
	port, hasPort := obj["port"].(string)
	switch {
	case !hasHost && !hasPort:
		return obj, nil
	case !hasHost || !hasPort || strings.Contains(host, ":"):
		return nil, errors.New("host and port cannot be joined")
	}
	out := maps.Clone(obj)
	delete(out, "host")
	delete(out, "port")
	out["hostPort"] = host + ":" + port
	return out, nil
}
