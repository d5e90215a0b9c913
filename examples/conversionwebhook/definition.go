package main

import (
	"context"
	_ "embed"
	"encoding/base64"
	"encoding/json"

	"github.com/seed95800270/crdschema/document"
)

//go:embed crontabs.yaml
var crontabsYAML []byte

func definition(url string, bundle []byte) ([]byte, error) {
	docs, err := document.DecodeYAML(context.Background(), crontabsYAML)
	if err != nil {
		return nil, err
	}
	crd := docs[0].Object
	crd["spec"].(map[string]any)["conversion"] = map[string]any{
		"strategy": "Webhook",
		"webhook": map[string]any{
			"conversionReviewVersions": []any{"v1", "v1beta1"},
			"clientConfig":             map[string]any{"url": url, "caBundle": base64.StdEncoding.EncodeToString(bundle)},
		},
	}
	text, err := json.MarshalIndent(crd, "", "  ")
	return append(text, '\n'), err
}
