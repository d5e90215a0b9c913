package httpapi

import (
	"fmt"
	"mime"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural/field"
)

// Warning is a warning of a Warning header.
//
// Source: RFC 7234, section 5.5.
type Warning struct {
	// Code is 299 for the warnings of a Kubernetes server.
	Code int
	// Agent is the name of the server that warns, or "-" for all of a Kubernetes server.
	Agent string
	// Text is the warning.
	Text string
}

const warningCode = 299

// WarningHeaders returns a Warning header for each text, in their order. Texts that a header cannot
// hold are left out. The warnings of a crdschema.Result or of registry.RecordWarnings all fit.
//
// Rule: k8s.io/apiserver/pkg/endpoints/filters, WithWarningRecorder.
func WarningHeaders(texts []string) []string {
	headers := make([]string, 0, len(texts))
	for _, text := range texts {
		if header, err := (Warning{Code: warningCode, Text: text}).Header(); err == nil {
			headers = append(headers, header)
		}
	}
	return headers
}

var warningEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Header returns the value of a Warning header, without a date. An empty agent becomes
// "-".
//
// The error is a *structural.Error: the code does not have three digits, the agent has an
// invalid character, the text has a control character, or one of them is not UTF-8.
//
// Rule: k8s.io/apimachinery/pkg/util/net, NewWarningHeader.
func (w Warning) Header() (string, error) {
	agent := w.Agent
	if agent == "" {
		agent = "-"
	}
	switch {
	case w.Code < 0 || w.Code > 999:
		return "", headerError(codes.WarningHeaderCodeDetail)
	case !errlist.InHeader(agent) || strings.ContainsAny(agent, `\"`) || strings.ContainsFunc(agent, unicode.IsSpace):
		return "", headerError(codes.WarningHeaderAgentDetail)
	case !errlist.InHeader(w.Text):
		return "", headerError(codes.WarningHeaderTextDetail)
	}
	return fmt.Sprintf(`%03d %s "%s"`, w.Code, agent, warningEscaper.Replace(w.Text)), nil
}

func headerError(detail string) error {
	return field.Verbatim(field.Error{Code: codes.WarningHeader, Detail: detail})
}

// ParseWarnings returns the warnings of Warning headers, as clients of Kubernetes read
// them. A header may have several, separated by commas. Dates are dropped. Texts in the
// encoding of RFC 2047 are decoded.
//
// Each malformed header gives a *structural.Error and the warnings before the mistake.
//
// Rule: k8s.io/apimachinery/pkg/util/net, ParseWarningHeaders.
func ParseWarnings(headers []string) (warnings []Warning, errs []error) {
	for _, header := range headers {
		for header != "" {
			w, rest, err := parseWarning(header)
			if err != nil {
				errs = append(errs, err)
				break
			}
			warnings, header = append(warnings, w), rest
		}
	}
	return warnings, errs
}

func parseWarning(header string) (w Warning, rest string, err error) {
	parts := strings.SplitN(strings.TrimSpace(header), " ", 3)
	switch {
	case len(parts) < 3:
		return w, "", headerError(codes.WarningHeaderSegmentsDetail)
	case !isCode(parts[0]):
		return w, "", headerError(codes.WarningHeaderCodeSegmentDetail)
	case parts[1] == "":
		return w, "", headerError(codes.WarningHeaderEmptyAgentDetail)
	case !errlist.InHeader(parts[1]):
		return w, "", headerError(codes.WarningHeaderInvalidAgentDetail)
	}
	w.Code, _ = strconv.Atoi(parts[0]) // three digits
	w.Agent = parts[1]
	if w.Text, rest, err = parseText(parts[2]); err == nil {
		rest, err = skipDate(rest)
	}
	if err != nil {
		return Warning{}, "", err
	}
	return w, rest, nil
}

func isCode(text string) bool {
	return len(text) == 3 && strings.Trim(text, "0123456789") == ""
}

func parseText(quoted string) (text, rest string, err error) {
	if quoted == "" {
		return "", "", headerError(codes.WarningHeaderEmptyTextDetail)
	}
	if text, rest, err = unquote(quoted); err != nil {
		return "", "", err
	}
	if decoded, err := (&mime.WordDecoder{}).DecodeHeader(text); err == nil {
		text = decoded
	}
	if !errlist.InHeader(text) {
		return "", "", headerError(codes.WarningHeaderInvalidTextDetail)
	}
	return text, rest, nil
}

// unquote returns the text in quotes and what follows it. A backslash escapes a character.
func unquote(quoted string) (text, rest string, err error) {
	inner, ok := strings.CutPrefix(quoted, `"`)
	if !ok {
		return "", "", headerError(codes.WarningHeaderUnquotedDetail)
	}
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		switch {
		case inner[i] == '"':
			return b.String(), strings.TrimSpace(inner[i+1:]), nil
		case inner[i] == '\\' && i+1 < len(inner):
			i++
		case inner[i] == '\\':
			continue
		}
		b.WriteByte(inner[i])
	}
	return "", "", headerError(codes.WarningHeaderUnterminatedDetail)
}

func skipDate(rest string) (string, error) {
	if date, ok := strings.CutPrefix(rest, `"`); ok {
		_, after, found := strings.Cut(date, `"`)
		if !found {
			return "", headerError(codes.WarningHeaderUnterminatedDateDetail)
		}
		rest = strings.TrimSpace(after)
	}
	if rest == "" {
		return "", nil
	}
	after, ok := strings.CutPrefix(rest, ",")
	if !ok {
		return "", headerError(codes.WarningHeaderTokenDetail)
	}
	return strings.TrimSpace(after), nil
}
