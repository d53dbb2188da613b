package telemetry

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// Metrics holds the metrics of a server. Each has its own registry, so that several servers fit in one process.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	appends  prometheus.Histogram
	refused  *prometheus.CounterVec
	tables   prometheus.Gauge
	sockets  prometheus.Gauge
	slow     prometheus.Counter
	damaged  prometheus.Counter
	panics   prometheus.Counter // of tables
	thinking prometheus.Counter // panics of bots and hints
	rewinds  prometheus.Counter
	restores prometheus.Counter
	folded   prometheus.Counter
	sent     prometheus.Counter
	received prometheus.Counter
	joined   prometheus.Gauge
	notified *prometheus.CounterVec
	canceled prometheus.Counter // reads
	lessons  *prometheus.CounterVec
	limits   limiting

	retention    retaining
	certificates serving
}

// NewMetrics makes metrics that start at zero.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "nemeton_http_request_seconds", Help: "Time to answer requests, by route, method and status. Sockets are not included.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10},
		}, []string{"route", "method", "status"}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "nemeton_append_seconds", Help: "Time to store an entry.",
			Buckets: []float64{.0001, .00015, .0002, .00025, .0003, .0004, .0005, .00075, .001, .0015, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
		}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "nemeton_commands_refused_total", Help: "Commands refused, by code.",
		}, []string{"code"}),
		tables:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "nemeton_tables_in_memory", Help: "Tables held in memory."}),
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Name: "nemeton_sockets_open", Help: "Open sockets."}),
		slow:    prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_slow_readers_total", Help: "Sockets closed because the client read too slowly."}),
		damaged: prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_damaged_logs_total", Help: "Number of times a table's log could not be read."}),
	}
	m.panics = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_table_panics_total", Help: "Tables dropped from memory after a panic."})
	m.rewinds = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_lost_histories_total", Help: "Number of times this node noticed that the store had lost the newest entries of a table."})
	m.restores = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_restores_total", Help: "Restores that this node recorded in logs: the table goes on from an earlier entry, with other dice."})
	m.folded = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_entries_folded_total", Help: "Stored entries that were read and applied to a state."})
	m.sent = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_news_sent_total", Help: "Messages sent to the other nodes."})
	m.received = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_news_heard_total", Help: "Messages received from the other nodes."})
	m.joined = prometheus.NewGauge(prometheus.GaugeOpts{Name: "nemeton_nats_connected", Help: "1 while NATS is connected, 0 while it is disconnected or not used."})
	m.thinking = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_bot_panics_total", Help: "Panics of titles while a bot or a hint was thinking."})
	m.notified = prometheus.NewCounterVec(prometheus.CounterOpts{Name: "nemeton_notifications_total", Help: "Notifications by channel (push, mail, hook) and outcome (sent, failed)."}, []string{"channel", "outcome"})
	m.lessons = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "nemeton_lesson_steps_total", Help: "Steps of lessons that began, that the coach answered (helped), or that ended a chapter (finished), by title, chapter and step.",
	}, []string{"title", "chapter", "step", "what"})
	m.canceled = prometheus.NewCounter(prometheus.CounterOpts{Name: "nemeton_reads_canceled_total", Help: "Reads of the store that took too long and were canceled."})
	// Alerts compare these series from the start on.
	for _, channel := range []string{"push", "mail", "hook"} {
		for _, outcome := range []string{"sent", "failed"} {
			m.notified.WithLabelValues(channel, outcome)
		}
	}
	m.refused.WithLabelValues("upgrading")
	m.limits = newLimiting(m.registry)
	m.retention = newRetaining(m.registry)
	m.certificates = newServing(m.registry)
	m.registry.MustRegister(m.requests, m.appends, m.refused, m.tables, m.sockets, m.slow, m.damaged, m.folded, m.panics, m.thinking, m.rewinds, m.restores,
		m.sent, m.received, m.joined, m.notified, m.canceled, m.lessons,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request counts an answered request; route is the pattern, without ids.
func (m *Metrics) Request(route, method string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}

// Lesson counts that a step of a lesson began, that the coach made its move, or that its chapter is over.
func (m *Metrics) Lesson(title string, chapter, step int, what string) {
	m.lessons.WithLabelValues(title, strconv.Itoa(chapter), strconv.Itoa(step), what).Inc()
}

func (m *Metrics) Appended(took time.Duration) { m.appends.Observe(took.Seconds()) }

func (m *Metrics) Refused(code string) { m.refused.WithLabelValues(code).Inc() }

func (m *Metrics) TablesInMemory(n int) { m.tables.Set(float64(n)) }

func (m *Metrics) SocketsOpen(n int) { m.sockets.Set(float64(n)) }

func (m *Metrics) SlowReader() { m.slow.Inc() }

// ReportStore adds the metric of the store's state. Each collection calls works, which must not probe the store each time.
func (m *Metrics) ReportStore(works func() bool) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "nemeton_store_works", Help: "1 while the store can be reached and a write succeeds. A read-only store counts as failing. It is probed at most once in five seconds.",
	}, func() float64 {
		if works() {
			return 1
		}
		return 0
	}))
}

func (m *Metrics) Damaged() { m.damaged.Inc() }

func (m *Metrics) BotPanicked() { m.thinking.Inc() }

func (m *Metrics) Panicked() { m.panics.Inc() }

// Rewound counts a table whose newest entries the store had lost.
func (m *Metrics) Rewound() { m.rewinds.Inc() }

func (m *Metrics) Restored() { m.restores.Inc() }

// Folded counts stored entries that were read and applied to a state. Entries that this server has just made do not count.
func (m *Metrics) Folded(n int) { m.folded.Add(float64(n)) }

// ReadCanceled counts a read of the store that took too long and was canceled.
func (m *Metrics) ReadCanceled() { m.canceled.Inc() }

func (m *Metrics) Notified(channel, outcome string) {
	m.notified.WithLabelValues(channel, outcome).Inc()
}

func (m *Metrics) NodeMessageSent() { m.sent.Inc() }

func (m *Metrics) NodeMessageReceived() { m.received.Inc() }

// NodeBusConnected sets whether NATS is connected.
func (m *Metrics) NodeBusConnected(yes bool) {
	if yes {
		m.joined.Set(1)
		return
	}
	m.joined.Set(0)
}
