// Package cursor writes and reads the cursors of lists. A list goes on after the time and the table of a page's last row.
package cursor

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"nemeton/server/apperr"
	"nemeton/server/store"
)

// Unnamed is the table of a cursor that must not name its row. Other rows of the same microsecond are then left out.
const Unnamed store.TableID = "-"

// Write returns the cursor after a row.
func Write(at time.Time, id store.TableID) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(at.UnixMicro(), 36) + "." + string(id)))
}

// Read returns the row of a cursor. It fails with invalid for a text that no list returned.
func Read(text string) (time.Time, store.TableID, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	micros, id, _ := strings.Cut(string(raw), ".")
	n, bad := strconv.ParseInt(micros, 36, 64)
	at := time.UnixMicro(n).UTC()
	if err != nil || bad != nil || store.TableID(id) != Unnamed && (len(id) != len(uuid.Nil.String()) || uuid.Validate(id) != nil) || Write(at, store.TableID(id)) != text {
		return time.Time{}, "", &apperr.Error{
			Code: apperr.Invalid, Message: "that cursor is not valid",
			Details: []apperr.Detail{{Location: "query.cursor", Message: "use the next cursor of the previous page"}},
		}
	}
	return at, store.TableID(id), nil
}
