package cellib

import (
	"net/url"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
	"github.com/seed95800270/crdschema/internal/weburl"
)

// urlLibrary returns the functions on URLs, in all versions:
//
//	url             url(string) -> URL
//	isURL           isURL(string) -> bool
//	getScheme       URL.getScheme() -> string
//	getHost         URL.getHost() -> string, with port, brackets around IPv6
//	getHostname     URL.getHostname() -> string, without port and brackets
//	getPort         URL.getPort() -> string
//	getEscapedPath  URL.getEscapedPath() -> string
//	getQuery        URL.getQuery() -> map(string, list(string)), unescaped, visited in byte order
//
// A URL is absolute, or an absolute path; absent parts are empty. isURL accepts a few
// strings that url rejects, such as two slashes and a space, as paths.
//
// Cost: url 0.1 × length, the getters 1; isURL 1.
func urlLibrary() *library {
	return &library{name: "urls", functions: []cel.EnvOption{
		cel.Function("url", cel.Overload("string_to_url", signature{cel.StringType}, values.URLType, unary(toURL))),
		cel.Function("isURL", cel.Overload("is_url_string", signature{cel.StringType}, cel.BoolType, parsePredicate(weburl.ParseRequestURI))),
		urlGetter("getScheme", func(u *url.URL) string { return u.Scheme }),
		urlGetter("getHost", func(u *url.URL) string { return u.Host }),
		urlGetter("getHostname", (*url.URL).Hostname),
		urlGetter("getPort", (*url.URL).Port),
		urlGetter("getEscapedPath", (*url.URL).EscapedPath),
		cel.Function("getQuery", cel.MemberOverload("url_get_query", signature{values.URLType}, cel.MapType(cel.StringType, cel.ListType(cel.StringType)), unary(toQuery))),
	}}
}

func urlGetter(name string, get func(*url.URL) string) cel.EnvOption {
	return cel.Function(name, cel.MemberOverload("url_"+name, signature{values.URLType}, cel.StringType,
		unary(func(u values.URL) ref.Val { return types.String(get(u.URL)) })))
}

// toURL parses a string with ParseRequestURI and then with Parse. The first requires an
// absolute URL but takes a fragment for a part of the path or query.
func toURL(s types.String) ref.Val {
	_, err := weburl.ParseRequestURI(string(s))
	var u *url.URL
	if err == nil {
		u, err = weburl.Parse(string(s))
	}
	if err != nil {
		return types.NewErr("URL parse error during conversion from string: %v", err)
	}
	return values.URL{URL: u}
}

// toQuery returns the parameters of a URL, without malformed ones.
func toQuery(u values.URL) ref.Val {
	query, _ := weburl.ParseQuery(u.RawQuery)
	return values.NewQuery(query)
}
