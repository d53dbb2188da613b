package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"nemeton/server/doctor"
	"nemeton/server/httpapi"
)

const (
	// markLength is the length of a mark in bytes. Other marks are ignored.
	markLength = 26
	// keptSightings is the number of sightings that are remembered. Strangers can displace them, and cannot read them.
	keptSightings = 64
)

// sightings remembers marked requests for the command doctor, which asks for them at the admin address. The zero value is empty.
type sightings struct {
	mu   sync.Mutex // guards the fields below
	list []sighting // the newest last
}

type sighting struct {
	mark string
	seen httpapi.Sighting
}

func (s *sightings) add(mark string, seen httpapi.Sighting) {
	if len(mark) != markLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == keptSightings {
		s.list = slices.Delete(s.list, 0, 1)
	}
	s.list = append(s.list, sighting{mark, seen})
}

func (s *sightings) find(mark string) (httpapi.Sighting, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.list, func(each sighting) bool { return each.mark == mark })
	if at < 0 {
		return httpapi.Sighting{}, false
	}
	return s.list[at].seen, true
}

// runningServer is the description that a server gives of itself at the admin address.
type runningServer struct {
	Version string        `json:"version"`
	Rules   string        `json:"rules"`
	Limits  doctor.Limits `json:"limits"`
}

// routes adds the calls of the command doctor to the admin address.
func (s *sightings) routes(admin http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", admin)
	mux.HandleFunc("GET /doctor", func(w http.ResponseWriter, _ *http.Request) {
		respondJSON(w, runningServer{Version: programVersion(), Rules: rulesVersions(), Limits: ownLimits()})
	})
	mux.HandleFunc("GET /doctor/{mark}", func(w http.ResponseWriter, r *http.Request) {
		seen, known := s.find(r.PathValue("mark"))
		if !known {
			http.NotFound(w, r)
			return
		}
		respondJSON(w, doctor.Sighting(seen))
	})
	return mux
}

// programVersion returns version and revision in one text.
func programVersion() string { return buildVersion() + " (" + buildRevision() + ")" }

func respondJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(body)
}
