package commands

import (
	"fmt"
	"io"

	"nemeton/cmd/internal/cli"
	"nemeton/engine/export"
	"nemeton/server/signedexport"
)

// checkOfSignature is the name of the check of an export's signature. It comes after the checks of package export.
const checkOfSignature = "signature"

// signedReport is the result of all checks of an export, as JSON.
type signedReport struct {
	export.Report

	Signature *signedexport.Checked `json:"signature,omitempty"` // nil if another check failed
}

// checkSignature checks the signature of a document that passed the other checks. A wrong signature becomes the report's fault.
func checkSignature(raw []byte, trusted []string, r *export.Report) *signedexport.Checked {
	if r.Fault != nil {
		return nil
	}
	doc, err := export.Read(raw)
	if err != nil {
		r.Verdict, r.Fault = export.Wrong, &export.Fault{Check: export.CheckDocument, Detail: err.Error()}
		return nil
	}
	checked, err := signedexport.CheckExport(doc, trusted)
	if err != nil {
		r.Verdict, r.Fault = export.Wrong, &export.Fault{Check: checkOfSignature, Detail: err.Error()}
	}
	return &checked
}

func printSignature(w io.Writer, c *signedexport.Checked) error {
	text := "not signed: nothing says which server made this export"
	switch {
	case c.Trusted:
		text = "signed with " + cli.Printable(c.Key) + ", a key that you gave"
	case c.Key != "":
		text = "signed with " + cli.Printable(c.Key) + "\nthat key was compared with none: ask the operator for the key of the server, and give it as --key"
	}
	_, err := fmt.Fprintln(w, text)
	return err
}
