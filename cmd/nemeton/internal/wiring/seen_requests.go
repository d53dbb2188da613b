package wiring

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"nemeton/server/doctor"
	"nemeton/server/httpapi"
)

const (
	// MarkLength is the length of a mark in bytes. Other marks are ignored.
	MarkLength = 26
	// KeptSeenRequests is the number of sightings that are remembered. Strangers can displace them, and cannot read them.
	KeptSeenRequests = 64
)

// seenRequests remembers marked requests for the command doctor, which asks for them at the admin address. The zero value is empty.
type seenRequests struct {
	mu   sync.Mutex    // guards the fields below
	list []seenRequest // the newest last
}

type seenRequest struct {
	mark string
	seen httpapi.SeenRequest
}

func (s *seenRequests) add(mark string, seen httpapi.SeenRequest) {
	if len(mark) != MarkLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == KeptSeenRequests {
		s.list = slices.Delete(s.list, 0, 1)
	}
	s.list = append(s.list, seenRequest{mark, seen})
}

func (s *seenRequests) find(mark string) (httpapi.SeenRequest, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.list, func(each seenRequest) bool { return each.mark == mark })
	if at < 0 {
		return httpapi.SeenRequest{}, false
	}
	return s.list[at].seen, true
}

// RunningServer is the description that a server gives of itself at the admin address.
type RunningServer struct {
	Version string        `json:"version"`
	Rules   string        `json:"rules"`
	Limits  doctor.Limits `json:"limits"`
}

// routes adds the calls of the command doctor to the admin address.
func (s *seenRequests) routes(admin http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", admin)
	mux.HandleFunc("GET /doctor", func(w http.ResponseWriter, _ *http.Request) {
		respondJSON(w, RunningServer{Version: ProgramVersion(), Rules: RulesVersions(), Limits: OwnLimits()})
	})
	mux.HandleFunc("GET /doctor/{mark}", func(w http.ResponseWriter, r *http.Request) {
		seen, known := s.find(r.PathValue("mark"))
		if !known {
			http.NotFound(w, r)
			return
		}
		respondJSON(w, doctor.SeenRequest(seen))
	})
	return mux
}

// ProgramVersion returns version and revision in one text.
func ProgramVersion() string { return BuildVersion() + " (" + BuildRevision() + ")" }

func respondJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(body)
}
