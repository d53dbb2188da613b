package ws

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"nemeton/testkit/must"
)

// Opcodes (RFC 6455, 5.2).
const (
	textOp   = 1
	binaryOp = 2
	closeOp  = 8
	pingOp   = 9
	pongOp   = 10
)

// echo serves a conn as a server would: it sends each text message back, "binary" for each binary one, and closes with the code of a violation.
func echo(w http.ResponseWriter, r *http.Request) {
	c, ok := upgrade(w, r, true)
	if !ok {
		return
	}
	for {
		message, text, err := c.read()
		var broken violation
		switch {
		case errors.As(err, &broken):
			c.sendClose(broken.code, "")
			c.awaitClose()
			return
		case err != nil:
			c.end()
			return
		case !text:
			message = []byte("binary")
		}
		frame := appendFrame(nil, textByte, message)
		if short := compress(nil, message); short != nil && c.deflate != noDeflate {
			frame = appendFrame(nil, compressedByte, short)
		}
		_ = c.writeControl(frame, closeTimeout)
	}
}

// step is a frame that the client sends.
type step struct {
	first   byte
	payload string
	raw     string // sent in place of a frame
}

// answer is a frame that the client must get: a text, a pong or a close frame.
type answer struct {
	op      byte
	payload string
}

// conformance is one case: what the client sends, and what it gets. The connection must end after the answers if the last one is a close frame, and
// otherwise stay open.
type conformance struct {
	name   string
	offer  string // of permessage-deflate
	pieces int    // bytes of each write; 0: all at once
	send   []step
	want   []answer
}

func text(s string) step              { return step{first: textByte, payload: s} }
func binaryMessage(s string) step     { return step{first: finalBit | binaryOp, payload: s} }
func frame(first byte, s string) step { return step{first: first, payload: s} }
func part(s string) step              { return step{first: textOp, payload: s} }
func middle(s string) step            { return step{payload: s} }
func last(s string) step              { return step{first: finalBit, payload: s} }
func ping(s string) step              { return step{first: pingByte, payload: s} }
func pong(s string) step              { return step{first: pongByte, payload: s} }
func shut(s string) step              { return step{first: closeByte, payload: s} }
func raw(s string) step               { return step{raw: s} }

func says(s string) answer  { return answer{textOp, s} }
func pongs(s string) answer { return answer{pongOp, s} }
func closes(code int) answer {
	return answer{closeOp, string(binary.BigEndian.AppendUint16(nil, uint16(code)))}
}

func code(n int, reason string) string {
	return string(binary.BigEndian.AppendUint16(nil, uint16(n))) + reason
}

const (
	alone = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
	bye   = closeProtocolError
)

// conformances are cases by the sections of the Autobahn suite. These are 1 framing, 2 pings, 3 reserved bits, 4 opcodes, 5 fragments, 6 UTF-8 and
// 7 closing. Later ones are 9 limits, 10 sizes of fragments, 12 and 13 compression.
func conformances() (all []conformance) {
	add := func(name string, send []step, want ...answer) {
		all = append(all, conformance{name: name, send: send, want: want})
	}
	steps := func(s ...step) []step { return s }
	normal := shut(code(1000, ""))

	sizes := []int{0, 1, 125, 126, 127, 128, 255, 256, readLimit - 1, readLimit}
	for _, n := range sizes {
		message := strings.Repeat("*", n)
		add(fmt.Sprint("1.1 text of ", n), steps(text(message)), says(message))
		add(fmt.Sprint("1.2 binary of ", n), steps(binaryMessage(strings.Repeat("\xfe", n))), says("binary"))
		all = append(all, conformance{
			name: fmt.Sprint("1.1 in pieces, text of ", n), pieces: max(1, n/100), send: steps(text(message), normal), want: []answer{says(message), closes(1000)},
		})
	}

	for _, payload := range []string{"", "Hello", "\x00\xff\xfe\xfd\xfc\xfb\x00\xff", strings.Repeat("\xfe", 125)} {
		add(fmt.Sprintf("2 ping of %d bytes", len(payload)), steps(ping(payload)), pongs(payload))
		all = append(all, conformance{name: fmt.Sprintf("2 ping of %d bytes in pieces", len(payload)), pieces: 1, send: steps(ping(payload)), want: []answer{pongs(payload)}})
		add(fmt.Sprintf("2 pong of %d bytes", len(payload)), steps(pong(payload), text("a")), says("a"))
	}
	add("2 ping of 126 bytes", steps(ping(strings.Repeat("x", 126))), closes(bye))
	add("2 pong of 126 bytes", steps(pong(strings.Repeat("x", 126))), closes(bye))
	add("2 pong, then ping", steps(pong("nobody asked"), ping("x")), pongs("x"))
	var pings []step
	var answers []answer
	for i := range 10 {
		pings, answers = append(pings, ping(fmt.Sprint("payload-", i))), append(answers, pongs(fmt.Sprint("payload-", i)))
	}
	add("2 ten pings", pings, answers...)
	all = append(all, conformance{name: "2 ten pings in pieces", pieces: 1, send: pings, want: answers})

	for bits := byte(1); bits < 8; bits++ {
		rsv := bits << 4
		add(fmt.Sprintf("3 bits %03b of a text", bits), steps(frame(textByte|rsv, "small")), closes(bye))
		add(fmt.Sprintf("3 bits %03b of a binary message", bits), steps(frame(finalBit|binaryOp|rsv, "small")), closes(bye))
		add(fmt.Sprintf("3 bits %03b after a text", bits), steps(text("a"), frame(textByte|rsv, "b"), ping("c")), says("a"), closes(bye))
		add(fmt.Sprintf("3 bits %03b of a ping", bits), steps(frame(pingByte|rsv, "x")), closes(bye))
		add(fmt.Sprintf("3 bits %03b of a close", bits), steps(frame(closeByte|rsv, code(1000, ""))), closes(bye))
		if bits != 4 {
			all = append(all, conformance{name: fmt.Sprintf("3 bits %03b with compression", bits), offer: alone, send: steps(frame(textByte|rsv, "x")), want: []answer{closes(bye)}})
		}
	}

	for _, op := range []byte{3, 4, 5, 6, 7, 11, 12, 13, 14, 15} {
		add(fmt.Sprintf("4 opcode %d", op), steps(frame(finalBit|op, "")), closes(bye))
		add(fmt.Sprintf("4 opcode %d with a payload", op), steps(frame(finalBit|op, "reserved")), closes(bye))
		add(fmt.Sprintf("4 opcode %d after a text", op), steps(text("a"), frame(finalBit|op, "x"), ping("")), says("a"), closes(bye))
	}
	add("4 without a mask", steps(raw("\x81\x02hi")), closes(bye))
	add("4 ping without a mask", steps(raw("\x89\x00")), closes(bye))

	add("5 ping in fragments", steps(frame(pingOp, "a"), last("b")), closes(bye))
	add("5 pong in fragments", steps(frame(pongOp, "a"), last("b")), closes(bye))
	add("5 close in fragments", steps(frame(closeOp, code(1000, "")), last("b")), closes(bye))
	add("5 two fragments", steps(part("a"), last("b")), says("ab"))
	add("5 two binary fragments", steps(frame(binaryOp, "a"), last("b")), says("binary"))
	add("5 empty fragments", steps(part(""), middle(""), last("")), says(""))
	add("5 an empty first one", steps(part(""), middle("mid"), last("")), says("mid"))
	add("5 a ping between", steps(part("a"), ping("x"), last("b")), pongs("x"), says("ab"))
	add("5 pongs between", steps(part("a"), pong("x"), middle("b"), pong(""), last("c")), says("abc"))
	add("5 two pings between", steps(part("a"), ping("1"), middle("b"), ping("2"), last("c")), pongs("1"), pongs("2"), says("abc"))
	add("5 continuation of nothing", steps(last("x"), text("y")), closes(bye))
	add("5 middle of nothing", steps(middle("x"), last("y")), closes(bye))
	add("5 empty continuation of nothing", steps(last("")), closes(bye))
	add("5 continuation after a text", steps(text("a"), last("b")), says("a"), closes(bye))
	add("5 continuation after fragments", steps(part("a"), last("b"), last("c")), says("ab"), closes(bye))
	add("5 a text inside a text", steps(part("a"), text("b")), closes(bye))
	add("5 a binary message inside a text", steps(part("a"), binaryMessage("b")), closes(bye))
	add("5 a fragment inside a text", steps(part("a"), part("b"), last("c")), closes(bye))
	add("5 a close inside a text", steps(part("a"), normal), closes(1000))
	add("5 a text after a fragmented ping", steps(frame(pingOp, "a"), text("b")), closes(bye))
	all = append(all, conformance{name: "5 fragments in pieces", pieces: 1, send: steps(part("a"), ping("x"), last("b")), want: []answer{pongs("x"), says("ab")}})

	for _, s := range []string{
		"Hello-\u00b5@\u00df\u00f6\u00e4\u00fc\u00e0\u00e1-UTF-8!!", "\u03ba\u1f79\u03c3\u03bc\u03b5", "\u0000", "\u0080", "\u0800", "\U00010000", "\u007f", "\u07ff", "\uffff",
		"\ud7ff", "\ue000", "\ufffd", "\U0010ffff", "\ufffe", "\U0001fffe", "\U0010fffe",
	} {
		add(fmt.Sprintf("6 valid %x", s), steps(text(s)), says(s))
		add(fmt.Sprintf("6 valid %x cut after a byte", s), steps(part(s[:1]), last(s[1:])), says(s))
	}
	for _, s := range []string{
		"\x80", "\xbf", "\x80\xbf", "\xc0 ", "\xe0 ", "\xf0 ", "\xf8 ", "\xfc ", "\xc2", "\xe0\x80", "\xf0\x80\x80", "\xdf", "\xef\xbf", "\xf7\xbf\xbf", "\xfe", "\xff", "\xfe\xfe\xff\xff",
		"\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xc0\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\x80\xed\xb0\x80", "\xf4\x90\x80\x80",
		"a valid begin\xed\xa0\x80edited",
	} {
		add(fmt.Sprintf("6 invalid %x", s), steps(text(s)), closes(closeInvalidData))
		add(fmt.Sprintf("6 invalid %x in fragments", s), steps(part(s), last("")), closes(closeInvalidData))
		add(fmt.Sprintf("6 invalid %x is no text", s), steps(binaryMessage(s)), says("binary"))
	}

	for _, n := range []int{1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999} {
		add(fmt.Sprint("7 close with ", n), steps(shut(code(n, ""))), closes(n))
	}
	for _, n := range []int{0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 5001, 65535} {
		add(fmt.Sprint("7 close with ", n), steps(shut(code(n, ""))), closes(bye))
		add(fmt.Sprint("7 close with a reason and ", n), steps(shut(code(n, "why"))), closes(bye))
	}
	add("7 close after a text", steps(text("a"), normal), says("a"), closes(1000))
	add("7 two closes", steps(normal, normal), closes(1000))
	add("7 ping after a close", steps(normal, ping("x")), closes(1000))
	add("7 text after a close", steps(normal, text("x")), closes(1000))
	add("7 fragments around a close", steps(part("a"), normal, last("b")), closes(1000))
	add("7 much text, then a close", steps(text(strings.Repeat("x", readLimit)), normal), says(strings.Repeat("x", readLimit)), closes(1000))
	add("7 empty close", steps(shut("")), answer{closeOp, ""})
	add("7 close of one byte", steps(shut("a")), closes(bye))
	add("7 close with a reason", steps(shut(code(1000, "Hello World!"))), answer{closeOp, code(1000, "Hello World!")})
	add("7 the longest reason", steps(shut(code(1000, strings.Repeat("x", 123)))), answer{closeOp, code(1000, strings.Repeat("x", 123))})
	add("7 too long a reason", steps(shut(code(1000, strings.Repeat("x", 124)))), closes(bye))
	add("7 a reason that is no text", steps(shut(code(1000, "\xce\xba\xed\xa0\x80"))), closes(closeInvalidData))

	most := strings.Repeat("m", readLimit)
	add("9 the largest message", steps(text(most)), says(most))
	add("9 a larger message", steps(text(most+"x")), closes(closeTooBig))
	add("9 a larger message in two fragments", steps(part(most), last("x")), closes(closeTooBig))
	add("9 a larger binary message", steps(binaryMessage(most+"x")), closes(closeTooBig))
	add("9 a negative length", steps(raw("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00")), closes(bye))
	add("9 a length above the limit, then bytes", steps(raw("\x81\xff\x00\x00\x00\x00\x7f\xff\xff\xff\x00\x00\x00\x00"+most+most)), closes(closeTooBig))
	var many []step
	for range 1000 {
		many = append(many, middle("y"))
	}
	add("9 a thousand fragments", append(append(steps(part("x")), many...), last("z")), says("x"+strings.Repeat("y", 1000)+"z"))
	all = append(all, conformance{name: "9 the largest message in pieces", pieces: 1000, send: steps(text(most)), want: []answer{says(most)}})

	for _, n := range []int{64, 256, 1300, 4096, 30000} {
		fragments, rest := steps(part("")), most
		for ; len(rest) > n; rest = rest[n:] {
			fragments = append(fragments, middle(rest[:n]))
		}
		add(fmt.Sprint("10 the largest message in fragments of ", n), append(fragments, last(rest)), says(most))
	}

	for _, n := range []int{16, 64, 128, 256, 1024, 4096, 16384, readLimit} {
		message := strings.Repeat("0123456789abcdef", n/16)
		short := deflated(message)
		half := len(short) / 2
		for name, send := range map[string][]step{
			"whole":        {frame(compressedByte, short)},
			"in fragments": {frame(rsv1|textOp, short[:half]), ping("p"), last(short[half:])},
			"uncompressed": {text(message)},
			"twice":        {frame(compressedByte, short), frame(compressedByte, short)},
		} {
			want := []answer{says(message)}
			switch name {
			case "in fragments":
				want = []answer{pongs("p"), says(message)}
			case "twice":
				want = []answer{says(message), says(message)}
			}
			for agreement, offer := range map[string]string{"12": alone, "13": "permessage-deflate; client_max_window_bits"} {
				all = append(all, conformance{name: fmt.Sprint(agreement, " compressed ", n, " ", name), offer: offer, send: send, want: want})
			}
		}
	}
	for name, c := range map[string]struct {
		send []step
		code int
	}{
		"12 no stream":                      {steps(frame(compressedByte, "\xff\xff\xff")), closeInvalidData},
		"12 too large once it expands":      {steps(frame(compressedByte, deflated(most+"xxx"))), closeTooBig},
		"12 not UTF-8 once it expands":      {steps(frame(compressedByte, deflated(strings.Repeat("\xff\xfe", 100)))), closeInvalidData},
		"12 a compressed ping":              {steps(frame(pingByte|rsv1, "x")), bye},
		"12 a compressed continuation":      {steps(part("a"), frame(finalBit|rsv1, "x")), bye},
		"12 the first fragment alone marks": {steps(frame(rsv1|textOp, deflated(most)[:9]), frame(finalBit|rsv1, deflated(most)[9:])), bye},
	} {
		all = append(all, conformance{name: name, offer: alone, send: c.send, want: []answer{closes(c.code)}})
	}
	return all
}

// deflated is a message that is compressed, also if that is not shorter.
func deflated(message string) string {
	if short := compress(nil, []byte(message)); short != nil {
		return string(short)
	}
	// a stored block: its length, the complement, the bytes; then the empty block whose end is not sent
	size := binary.LittleEndian.AppendUint16(nil, uint16(len(message)))
	return "\x00" + string(size) + string([]byte{^size[0], ^size[1]}) + message + "\x00"
}

func TestConformance(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(echo))
	t.Cleanup(server.Close)
	secure := httptest.NewUnstartedServer(http.HandlerFunc(echo))
	secure.Listener = Listener(secure.Listener)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	trusts := secure.Client().Transport.(*http.Transport).TLSClientConfig
	for _, c := range conformances() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var plain net.Dialer
			client := must.Return(plain.DialContext(t.Context(), "tcp", server.Listener.Addr().String()))(t)
			defer func() { _ = client.Close() }()
			c.run(t, client)
		})
		t.Run(c.name+", over TLS", func(t *testing.T) {
			t.Parallel()
			dialer := tls.Dialer{Config: trusts}
			client := must.Return(dialer.DialContext(t.Context(), "tcp", secure.Listener.Addr().String()))(t)
			defer func() { _ = client.Close() }()
			c.run(t, client)
		})
	}
}

// run runs a case over a network connection.
func (c conformance) run(t *testing.T, client net.Conn) {
	t.Helper()
	in, extensions := handshake(t, client, c.offer)
	if agreed := strings.HasPrefix(extensions, "permessage-deflate"); agreed != (c.offer != "") {
		t.Fatalf("got the extensions %q for the offer %q", extensions, c.offer)
	}
	var bytes []byte
	for i, s := range c.send {
		if s.raw != "" {
			bytes = append(bytes, s.raw...)
			continue
		}
		bytes = append(bytes, clientFrame(s.first, []byte(s.payload), [4]byte{byte(i), 0x55, 0xaa, 1})...)
	}
	go func() {
		for n := c.pieces; len(bytes) > 0; bytes = bytes[n:] {
			if n = min(n, len(bytes)); n == 0 {
				n = len(bytes)
			}
			if _, err := client.Write(bytes[:n]); err != nil {
				return // the server has ended the connection, as it may after its close frame
			}
		}
	}()
	for i, want := range c.want {
		op, payload, err := readFrame(in)
		if want.op == closeOp && op == closeOp && len(want.payload) == 2 && len(payload) > 2 {
			payload = payload[:2] // any reason
		}
		if err != nil || op != want.op || string(payload) != want.payload {
			t.Fatalf("answer %d: got opcode %d, %d bytes %.60q (%v); want opcode %d, %d bytes %.60q", i, op, len(payload), payload, err, want.op, len(want.payload), want.payload)
		}
	}
	if c.want[len(c.want)-1].op != closeOp {
		must.Return(client.Write(clientFrame(closeByte, []byte(code(1000, "")), [4]byte{})))(t)
		if op, payload, err := readFrame(in); err != nil || op != closeOp || string(payload) != code(1000, "") {
			t.Fatalf("got opcode %d, %x (%v) in the end", op, payload, err)
		}
		return
	}
	// The client closes, and nothing follows the close frame.
	if half, ok := client.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	if rest, _ := io.ReadAll(in); len(rest) > 0 {
		t.Errorf("got %x after the close frame", rest)
	}
}

// readFrame reads a whole frame of the server, and decompresses it.
func readFrame(in *bufio.Reader) (op byte, payload []byte, err error) {
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return 0, nil, err
	}
	size := uint64(head[1])
	if n := map[byte]int{126: 2, 127: 8}[head[1]]; n > 0 {
		long := make([]byte, 8)
		if _, err := io.ReadFull(in, long[8-n:]); err != nil {
			return 0, nil, err
		}
		size = binary.BigEndian.Uint64(long)
	}
	if head[0]&finalBit == 0 || head[0]&0x30 != 0 || size > 1<<24 {
		return 0, nil, fmt.Errorf("got the head %x", head)
	}
	payload = make([]byte, size)
	if _, err := io.ReadFull(in, payload); err != nil {
		return 0, nil, err
	}
	if head[0]&rsv1 != 0 {
		payload, err = inflate(payload, nil)
	}
	return head[0] & 0x0f, payload, err
}

// FuzzFrames: whatever a client sends, the server ends the connection with a valid close frame or without one, and leaves no goroutine behind.
func FuzzFrames(f *testing.F) {
	for i, c := range conformances() {
		if i%7 > 0 {
			continue
		}
		var stream []byte
		for _, s := range c.send {
			stream = append(stream, s.raw...)
			if s.raw == "" && len(s.payload) < 1000 {
				stream = append(stream, clientFrame(s.first, []byte(s.payload), [4]byte{1, 2, 3, 4})...)
			}
		}
		f.Add(stream, c.offer != "")
	}
	server := httptest.NewServer(http.HandlerFunc(echo))
	f.Cleanup(server.Close)
	f.Fuzz(func(t *testing.T, stream []byte, compressed bool) {
		offer := ""
		if compressed {
			offer = alone
		}
		var dialer net.Dialer
		client, err := dialer.DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Skip(err) // the system has no ports left
		}
		defer func() { _ = client.Close() }()
		in, _ := handshake(t, client, offer)
		go func() {
			_, _ = client.Write(stream)
			_ = client.(*net.TCPConn).CloseWrite()
		}()
		for {
			op, payload, err := readFrame(in)
			if err != nil {
				return
			}
			if op == closeOp && (len(payload) == 1 || len(payload) > 125 || len(payload) > 1 && !bytes.ContainsAny(payload[:1], "\x03\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13")) {
				t.Fatalf("got the close frame %x", payload)
			}
		}
	})
}
