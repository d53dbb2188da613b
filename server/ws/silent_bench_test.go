package ws

import (
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"nemeton/testkit/must"
)

// BenchmarkSilentSocket measures the memory of a connection that is open and silent, with the client's end of it: bytes of heap and of stacks.
func BenchmarkSilentSocket(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, ok := upgrade(w, r, true); ok {
			go c.awaitClose() // as a socket does, so that the request's memory is released
		}
	}))
	defer server.Close()
	var dialer net.Dialer
	clients := make([]net.Conn, 0, b.N)
	measure := func() (heap, stacks float64) {
		var m runtime.MemStats
		<-time.NewTimer(100 * time.Millisecond).C // until the last handler has returned
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc), float64(m.StackInuse)
	}
	heap, stacks := measure()
	for range b.N {
		client := must.Return(dialer.DialContext(b.Context(), "tcp", server.Listener.Addr().String()))(b)
		handshake(b, client, "")
		clients = append(clients, client)
	}
	heapAfter, stacksAfter := measure()
	b.ReportMetric((heapAfter-heap)/float64(b.N), "heap-B/socket")
	b.ReportMetric((stacksAfter-stacks)/float64(b.N), "stack-B/socket")
	for _, client := range clients {
		_ = client.Close()
	}
}
