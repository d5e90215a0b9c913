package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	contentType = "application/json"
	userAgent   = "crdschema-conversion"
	// maxRetries is the number of times that a request is repeated if the response
	// asks for that.
	maxRetries = 10
)

// exchange sends a message, repeats the request if the response asks for that, and
// returns the decoded answer.
//
// Rule: k8s.io/client-go/rest, Request.Do and Result.Into.
func (c *Client) exchange(ctx context.Context, message map[string]any) (any, error) {
	body, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	if c.options.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.options.timeout)
		defer cancel()
	}
	for retries := 0; ; retries++ {
		r, err := c.send(ctx, body)
		if err != nil {
			return nil, err
		}
		wait, again := r.retryAfter()
		if !again || retries == maxRetries {
			return r.decode()
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// sleep waits for d, or until the context is done.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// send sends one request and reads the whole response.
func (c *Client) send(ctx context.Context, body []byte) (*response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Accept", contentType+", */*")
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	r := &response{status: resp.StatusCode, header: resp.Header}
	// Read one byte more than allowed to detect a longer body. max avoids overflow.
	r.body, err = io.ReadAll(io.LimitReader(resp.Body, max(c.options.limit, c.options.limit+1)))
	switch {
	case err != nil:
		return nil, fmt.Errorf("unexpected error when reading response body. Please retry. Original error: %w", err)
	case int64(len(r.body)) > c.options.limit:
		return nil, &TooLargeError{Limit: c.options.limit}
	}
	return r, r.checkType()
}

// url returns the URL of requests, with the timeout.
func (c *Client) url() string {
	if c.options.timeout <= 0 {
		return c.target.url
	}
	return c.target.url + "?" + url.Values{"timeout": {c.options.timeout.String()}}.Encode()
}

// TooLargeError is the error of an answer that is longer than a [Client] accepts.
type TooLargeError struct {
	// Limit is the maximum length in bytes.
	Limit int64
}

// Error returns a text with the limit.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the response is longer than %d bytes", e.Limit)
}
