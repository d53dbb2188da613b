package bot

import (
	"slices"
	"time"

	"nemeton/server/periodic"
	"nemeton/server/store"
)

const page = 200

// sweep finds the tables that wait for a bot: all of them at the start, later those that have waited for so long that their node
// must have forgotten them.
func (s *Service) sweep() {
	s.find(time.Time{})
	periodic.Until(s.ctx.Done(), s.cfg.Sweep, func() { s.find(s.cfg.Now().Add(-s.cfg.Sweep - s.cfg.Pause - s.cfg.Think)) })
}

// find wakes the bots of the tables that have not changed since then; zero: of all.
func (s *Service) find(since time.Time) {
	for after := store.TableID(""); ; {
		rows, next, err := s.cfg.Store.BotTables(s.ctx, after, page)
		if err != nil {
			if !s.closed() {
				s.cfg.Log.Warn().Err(err).Msg("could not list the tables that wait for a bot")
			}
			return
		}
		for _, row := range rows {
			if (since.IsZero() || row.UpdatedAt.Before(since)) && waits(row) && !row.Sealed {
				s.Wake(row.ID)
			}
		}
		if after = next; next == "" {
			return
		}
	}
}

func waits(row store.Table) bool {
	for i, p := range row.Seats {
		standsIn := i < len(row.StandIns) && row.StandIns[i] != ""
		if (p.Bot != "" || standsIn) && slices.Contains(row.Owing, seat(i)) {
			return true
		}
	}
	return false
}
