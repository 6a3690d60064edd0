package query

func (p *parser) phrase(token string) (bool, error) { return false, nil }
