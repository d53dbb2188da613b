package events

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"time"

	"nemeton/server/table"
	"nemeton/server/wire"
)

// writer writes an event stream. Only one goroutine may use it.
type writer struct {
	to      http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration // of one write
}

// retryDelay is the time in milliseconds after which a browser's EventSource reconnects.
const retryDelay = 1000

// begin sends the header of the stream. The timeouts of the server for a whole request do not suit a stream, so each write gets one of its own.
func begin(w http.ResponseWriter, timeout time.Duration) (*writer, error) {
	out := &writer{to: w, control: http.NewResponseController(w), timeout: timeout}
	_ = out.control.SetReadDeadline(time.Time{}) // a test may serve without a connection
	_ = out.control.SetWriteDeadline(time.Time{})
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // nginx would hold events back
	w.WriteHeader(http.StatusOK)
	return out, out.write([]byte("retry: " + strconv.Itoa(retryDelay) + "\n\n"))
}

// write sends bytes and blocks until the connection has taken them, or the timeout is over. Then the error is os.ErrDeadlineExceeded, and the connection
// cannot be used.
func (o *writer) write(events []byte) error {
	timer := o.startTimeout()
	_, err := o.to.Write(events)
	if err == nil {
		err = o.control.Flush()
	}
	if !timer.Stop() {
		return os.ErrDeadlineExceeded
	}
	return err
}

// startTimeout limits the time of writes from now on, until the timer is stopped. A deadline of the connection would also end a silent stream of HTTP/2.
func (o *writer) startTimeout() *time.Timer {
	return time.AfterFunc(o.timeout, func() { _ = o.control.SetWriteDeadline(time.Unix(1, 0)) })
}

// close sends the last event: the code and the reason with which a socket would close.
func (o *writer) close(end table.Closed) {
	var event []byte
	if end.Wait > 0 {
		event = append(strconv.AppendInt(append(event, "retry: "...), end.Wait.Milliseconds(), 10), '\n')
	}
	data, err := json.Marshal(wire.Closing{Code: end.Code, Reason: end.Code.ReasonAfter(end.Wait)})
	if err != nil {
		panic(err) // a number and a text
	}
	event = append(event, "event: close\n"...)
	_ = o.write(appendData(event, data))
}

// appendMessage appends a message as an event. The id of a snapshot or an update is its seq.
func appendMessage(to []byte, m *table.EncodedMessage) []byte {
	if seq, ok := m.Seq(); ok {
		to = append(strconv.AppendUint(append(to, "id: "...), uint64(seq), 10), '\n')
	}
	return appendData(to, m.Plain())
}

// appendData appends the data of an event, which is JSON without line breaks.
func appendData(to, data []byte) []byte {
	return append(append(append(to, "data: "...), data...), "\n\n"...)
}
