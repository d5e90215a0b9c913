package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	contentType = "application/json"
	userAgent   = "crdschema-conversion"
	// maxRetries is how often a webhook is asked again that says when.
	maxRetries = 10
)

// exchange sends a message and returns the decoded answer.
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

// sleep waits, or for the context if that ends before.
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

// send makes one request and reads the whole answer.
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
	// One byte more than is taken, to see that there is one; no limit has none.
	r.body, err = io.ReadAll(io.LimitReader(resp.Body, max(c.options.limit, c.options.limit+1)))
	switch {
	case err != nil:
		return nil, fmt.Errorf("unexpected error when reading response body. Please retry. Original error: %w", err)
	case int64(len(r.body)) > c.options.limit:
		return nil, &TooLargeError{Limit: c.options.limit}
	}
	return r, r.checkType()
}

// url is where requests go, with the time that they have.
func (c *Client) url() string {
	if c.options.timeout <= 0 {
		return c.at.url
	}
	return c.at.url + "?" + url.Values{"timeout": {c.options.timeout.String()}}.Encode()
}

// TooLargeError says that an answer was longer than a [Client] takes.
type TooLargeError struct {
	// Limit is how many bytes it may have.
	Limit int64
}

// Error says how long the answer may be.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the response is longer than %d bytes", e.Limit)
}

// response is an answer that has been read.
type response struct {
	status int
	header http.Header
	body   []byte
}

// checkType refuses a media type that is none. Whatever else it is, the body is
// looked at.
func (r *response) checkType() error {
	declared := r.header.Get("Content-Type")
	if declared == "" {
		return nil
	}
	if _, _, err := mime.ParseMediaType(declared); err != nil {
		return fmt.Errorf("Internal error occurred: %w", err)
	}
	return nil
}

// retryAfter is how long to wait before the webhook may be asked again.
func (r *response) retryAfter() (time.Duration, bool) {
	if r.status != http.StatusTooManyRequests && r.status < http.StatusInternalServerError {
		return 0, false
	}
	seconds, err := strconv.Atoi(r.header.Get("Retry-After"))
	return time.Duration(seconds) * time.Second, err == nil
}

// decode is the value in the body of an answer that is one.
func (r *response) decode() (any, error) {
	switch {
	case r.status < http.StatusOK || r.status > http.StatusPartialContent:
		return nil, r.failure()
	case len(r.body) == 0:
		declared := r.header.Get("Content-Type")
		if declared == "" {
			declared = contentType
		}
		return nil, fmt.Errorf("0-length response with status code: %d and content type: %s", r.status, declared)
	}
	return decodeBody(r.body)
}

// failure is what the server makes of an HTTP status that is no success: the
// message of a Status in the body if there is one.
//
// Rule: k8s.io/client-go/rest, Result.Error.
func (r *response) failure() error {
	if v, err := decodeBody(r.body); err == nil {
		status, _ := v.(map[string]any)
		if status["kind"] == "Status" && status["status"] == "Failure" {
			message, _ := status["message"].(string)
			return errors.New(message)
		}
	}
	return &StatusError{Code: r.status, text: r.text()}
}
