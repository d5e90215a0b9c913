package crd

import "slices"

// Equal reports whether the names are the same.
func (n *Names) Equal(m *Names) bool {
	return n.Plural == m.Plural && n.Singular == m.Singular && n.Kind == m.Kind && n.ListKind == m.ListKind &&
		slices.Equal(n.ShortNames, m.ShortNames) && slices.Equal(n.Categories, m.Categories)
}

// Equal reports whether the same subresources are enabled.
func (s *Subresources) Equal(t *Subresources) bool {
	if s == nil || t == nil {
		return s == t
	}
	return (s.Status == nil) == (t.Status == nil) && s.Scale.equal(t.Scale)
}

func (s *Scale) equal(t *Scale) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.SpecReplicasPath == t.SpecReplicasPath && s.StatusReplicasPath == t.StatusReplicasPath &&
		EqualTexts(s.LabelSelectorPath, t.LabelSelectorPath)
}

// Equal reports whether the conversions are the same.
func (c *Conversion) Equal(d *Conversion) bool {
	return c.Strategy == d.Strategy && c.Client.equal(d.Client) && slices.Equal(c.ReviewVersions, d.ReviewVersions)
}

func (c *WebhookClient) equal(d *WebhookClient) bool {
	if c == nil || d == nil {
		return c == d
	}
	return EqualTexts(c.URL, d.URL) && c.Service.equal(d.Service) && slices.Equal(c.CABundle, d.CABundle)
}

func (s *Service) equal(t *Service) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.Namespace == t.Namespace && s.Name == t.Name && EqualTexts(s.Path, t.Path) && s.Port == t.Port
}

// EqualTexts reports whether two optional strings are the same.
func EqualTexts(a, b *string) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
