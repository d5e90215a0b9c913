package acceptance

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/internal/decode"
)

const requestUID = "<request.uid>"

// scriptedWebhook answers its first request as a case says and records it. It answers later
// requests, by which the server reads what it has stored, with the objects as they are.
type scriptedWebhook struct {
	answer  map[string]any // webhook of a case
	call    any
	request any
}

func (s *scriptedWebhook) RoundTrip(req *http.Request) (*http.Response, error) {
	if s.request != nil {
		w := httptest.NewRecorder()
		webhook.Handler(conversion.None{}).ServeHTTP(w, req)
		return w.Result(), nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	doc, err := decode.JSON(context.Background(), body)
	if err != nil {
		return nil, err
	}
	address := *req.URL
	address.RawQuery = "" // the cases omit the timeout
	s.request = doc.Value
	s.call = map[string]any{"method": req.Method, "url": address.String(), "contentType": req.Header.Get("Content-Type")}
	status, _ := s.answer["status"].(int64)
	resp := &http.Response{StatusCode: cmp.Or(int(status), http.StatusOK), Header: http.Header{"Content-Type": {"application/json"}}}
	var text []byte
	if response := s.answer["response"]; response != nil {
		if text, err = json.Marshal(response); err != nil {
			return nil, err
		}
	}
	resp.Body = io.NopCloser(bytes.NewReader(text))
	return resp, nil
}

func converterOf(crd map[string]any, script *scriptedWebhook) (conversion.Converter, error) {
	config, err := webhook.ReadConfig(crd)
	if err != nil {
		return nil, nil
	}
	return webhook.New(config, webhook.WithTransport(script), webhook.WithUIDs(func() string { return requestUID }))
}

func convert(ctx context.Context, given map[string]any) (outcome, error) {
	script := &scriptedWebhook{}
	d, err := definitionWith(given, script)
	if err != nil {
		return nil, err
	}
	got := outcome{}
	to, _ := given["desiredAPIVersion"].(string)
	if objects, ok := given["objects"].([]any); ok {
		var list map[string]any
		list, err = d.ConvertList(ctx, map[string]any{"apiVersion": to, "kind": d.Kind() + "List", "items": objects}, path.Base(to))
		got["objects"] = list["items"]
	} else {
		object, _ := given["object"].(map[string]any)
		got["object"], err = d.Convert(ctx, object, path.Base(to))
	}
	if err != nil {
		got = outcome{"error": map[string]any{"message": err.Error()}}
	}
	if script.call != nil {
		got["call"], got["request"] = script.call, script.request
	}
	return got, nil
}
