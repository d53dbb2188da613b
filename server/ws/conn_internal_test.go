package ws

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"
)

// clientFrame returns a frame of a client, with a mask.
func clientFrame(first byte, payload []byte, mask [4]byte) []byte {
	frame := appendFrame(nil, first, payload)
	head := len(frame) - len(payload)
	frame[1] |= maskBit
	masked := append(append([]byte(nil), frame[:head]...), mask[:]...)
	for i, b := range payload {
		masked = append(masked, b^mask[i%4])
	}
	return masked
}

// readConn returns a conn and the client's end of it: a TCP connection, which is read without blocking, or a pipe.
func readConn(t *testing.T, tcp bool) (*conn, net.Conn) {
	t.Helper()
	if !tcp {
		ours, theirs := net.Pipe()
		t.Cleanup(func() { _, _ = ours.Close(), theirs.Close() })
		return newConn(ours, nil, deflateAlone), theirs
	}
	var listen net.ListenConfig
	l, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	var dialer net.Dialer
	theirs, err := dialer.DialContext(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ours, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = ours.Close(), theirs.Close() })
	return newConn(ours, nil, deflateAlone), theirs
}

// Messages of all sizes arrive whole, in any pieces, with control frames between their fragments.
func TestConn_Read(t *testing.T) {
	t.Parallel()
	for _, tcp := range []bool{false, true} {
		t.Run(fmt.Sprint("tcp=", tcp), func(t *testing.T) {
			t.Parallel()
			c, client := readConn(t, tcp)
			go func() { _, _ = io.Copy(io.Discard, client) }() // the pongs
			r := rand.New(rand.NewPCG(1, 2))
			var want [][]byte
			var stream []byte
			for _, size := range []int{0, 1, 3, 125, 126, 127, 1000, chunkSize - 8, chunkSize, chunkSize + 1, readLimit} {
				for parts := 1; parts <= 3; parts++ {
					message := []byte(strings.Repeat("0123456789abcdef", size/16+1)[:size])
					want = append(want, message)
					first := byte(opText)
					for part := range parts {
						payload := message[size*part/parts : size*(part+1)/parts]
						if part == parts-1 {
							first |= finalBit
						}
						mask := [4]byte{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())}
						stream = append(stream, clientFrame(first, payload, mask)...)
						stream = append(stream, clientFrame(finalBit|[2]byte{opPing, opPong}[part%2], payload[:min(len(payload), maxControl)], mask)...)
						first = opContinuation
					}
				}
			}
			go func() {
				for len(stream) > 0 {
					n := min(len(stream), 1+r.IntN(3*chunkSize)>>r.IntN(14))
					_, _ = client.Write(stream[:n])
					stream = stream[n:]
				}
			}()
			for i, message := range want {
				got, text, err := c.read()
				if err != nil || !text || !bytes.Equal(got, message) {
					t.Fatalf("message %d of %d bytes: got %d bytes, text %v, %v", i, len(message), len(got), text, err)
				}
			}
		})
	}
}

// An idle connection holds no buffer.
func TestConn_IdleHoldsNoBuffer(t *testing.T) {
	t.Parallel()
	c, client := readConn(t, true)
	if _, err := client.Write(clientFrame(finalBit|opText, []byte("hello"), [4]byte{1, 2, 3, 4})); err != nil {
		t.Fatal(err)
	}
	if got, _, err := c.read(); err != nil || string(got) != "hello" {
		t.Fatalf("got %s, %v", got, err)
	}
	if c.chunk != nil || c.left != nil || c.control != nil {
		t.Error("the connection holds a buffer after its last message")
	}
}

func TestConn_Violations(t *testing.T) {
	t.Parallel()
	mask := [4]byte{1, 2, 3, 4}
	unmasked := appendFrame(nil, textByte, []byte("hi"))
	for name, test := range map[string]struct {
		bytes []byte
		code  int
	}{
		"unmasked":                  {unmasked, closeProtocolError},
		"unknown opcode":            {clientFrame(finalBit|3, nil, mask), closeProtocolError},
		"unknown control":           {clientFrame(finalBit|11, nil, mask), closeProtocolError},
		"reserved bit":              {clientFrame(finalBit|0x20|opText, nil, mask), closeProtocolError},
		"continuation of nothing":   {clientFrame(finalBit|opContinuation, nil, mask), closeProtocolError},
		"message inside a message":  {append(clientFrame(opText, nil, mask), clientFrame(finalBit|opText, nil, mask)...), closeProtocolError},
		"long control":              {clientFrame(finalBit|opPing, make([]byte, maxControl+1), mask), closeProtocolError},
		"fragmented control":        {clientFrame(opPing, nil, mask), closeProtocolError},
		"compressed control":        {clientFrame(finalBit|rsv1|opPing, nil, mask), closeProtocolError},
		"compressed continuation":   {append(clientFrame(opText, nil, mask), clientFrame(finalBit|rsv1|opContinuation, nil, mask)...), closeProtocolError},
		"too large":                 {clientFrame(finalBit|opText, make([]byte, readLimit+1), mask), closeTooBig},
		"too large in two parts":    {append(clientFrame(opText, make([]byte, readLimit), mask), clientFrame(finalBit|opContinuation, []byte("x"), mask)...), closeTooBig},
		"announces the largest":     {[]byte{textByte, maskBit | 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}, closeTooBig},
		"no deflate stream":         {clientFrame(compressedByte, []byte{0xff, 0xff, 0xff}, mask), closeInvalidData},
		"too large once it expands": {clientFrame(compressedByte, compress(nil, make([]byte, readLimit+1)), mask), closeTooBig},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, client := readConn(t, true)
			go func() { _, _ = client.Write(test.bytes) }()
			_, _, err := c.read()
			var broken violation
			if !errors.As(err, &broken) || broken.code != test.code {
				t.Errorf("got %v, want code %d", err, test.code)
			}
		})
	}
}

// A close frame is answered with its code, and ends the connection.
func TestConn_AnswersClose(t *testing.T) {
	t.Parallel()
	c, client := readConn(t, true)
	if _, err := client.Write(clientFrame(closeByte, []byte("\x03\xe8bye"), [4]byte{1, 2, 3, 4})); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.read(); !errors.Is(err, errEnded) {
		t.Errorf("got %v, want the end of the connection", err)
	}
	c.ping()
	c.drop()
	_ = client.SetReadDeadline(time.Now().Add(time.Minute))
	got, err := io.ReadAll(client)
	if want := "\x88\x02\x03\xe8"; err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}
