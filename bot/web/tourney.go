package web

import "net/http"

func (s *site) tournaments(w http.ResponseWriter, r *http.Request) {}
func (s *site) tournament(w http.ResponseWriter, r *http.Request)  {}
