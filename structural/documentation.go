package structural

// The keywords that describe are remembered as given even where their content
// is not kept: the structural rules forbid them in places.

func (p *parser) description(s *Schema, text string) {
	if text == "" {
		return
	}
	s.flags |= described
	if !p.undocumented {
		p.documented(s).description = text
	}
}

func (p *parser) title(s *Schema, text string) {
	if text == "" {
		return
	}
	s.flags |= titled
	if !p.undocumented {
		p.documented(s).title = text
	}
}

func (p *parser) externalDocs(s *Schema, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.ExternalDocumentation")
		return
	}
	docs := &ExternalDocs{}
	p.each(m, Field, func(name string, v any) {
		switch name {
		case "description":
			docs.Description = p.string(v)
		case "url":
			docs.URL = p.string(v)
		default:
			p.unknown(v)
		}
	})
	s.flags |= externallyDocumented
	if !p.undocumented {
		p.documented(s).externalDocs = docs
	}
}

func (p *parser) example(s *Schema, v any) {
	if v == nil {
		return
	}
	s.flags |= exemplified
	if p.undocumented {
		p.unread(v)
	} else {
		p.documented(s).example = p.copy(v)
	}
}
