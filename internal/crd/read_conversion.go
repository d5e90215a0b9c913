package crd

import (
	"encoding/base64"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// ReadConversion returns the conversion without the default of v1beta1. It ignores values
// of wrong types.
func ReadConversion(manifest map[string]any) Conversion {
	return readConversion(rootOf(nil, manifest, nil).object("spec"))
}

func readConversion(spec object) Conversion {
	if !spec.has("conversion") {
		return Conversion{Strategy: None}
	}
	conversion := spec.object("conversion")
	webhook := conversion
	if wrapper := conversion.r.names.Webhook; wrapper != "" {
		webhook = conversion.object(wrapper)
	}
	c := Conversion{Strategy: conversion.text("strategy"), ReviewVersions: webhook.texts("conversionReviewVersions")}
	if name := conversion.r.names.ClientConfig; webhook.has(name) {
		c.Client = readClient(webhook.object(name))
	}
	return c
}

func readClient(client object) *WebhookClient {
	c := &WebhookClient{URL: client.optionalText("url"), CABundle: client.bytes("caBundle")}
	if client.has("service") {
		service := client.object("service")
		c.Service = &Service{
			Namespace: service.text("namespace"), Name: service.text("name"),
			Path: service.optionalText("path"), Port: service.int32("port", gotype.DefaultPort),
		}
	}
	return c
}

// bytesOf returns a list of numbers that the decoder has checked. null is 0.
func bytesOf(list []any) []byte {
	out := make([]byte, len(list))
	for i, e := range list {
		n, _ := e.(int64)
		out[i] = byte(n)
	}
	return out
}

// bytes returns base64 text or a list of numbers.
func (o object) bytes(name string) []byte {
	if list, ok := o.fields[name].([]any); ok {
		return bytesOf(list)
	}
	out, err := base64.StdEncoding.DecodeString(o.text(name))
	if err != nil && o.reports(name) {
		o.report(o.at(name), o.fields[name], err.Error())
	}
	return out
}
