package notify

import (
	"errors"
	"time"

	"nemeton/server/apperr"
	"nemeton/server/notify/mail"
)

// If the mail server refuses mails, a person may try again after mailRetry.
const mailRetry = time.Minute

// mailError returns the error to the person whose mail was not sent.
func mailError(err error) error {
	var failed *mail.Failure
	switch {
	case errors.As(err, &failed) && failed.OfAddress():
		return apperr.Wrap(err, apperr.MailRefused, "the mail server does not take mails for that address")
	case errors.As(err, &failed) && failed.Temporary():
		return apperr.Wrap(err, apperr.MailLater, "the mail server takes no mails now; try again later").After(mailRetry)
	default:
		return apperr.Wrap(err, apperr.MailBroken, "the mail server does not take mails of this server; its operator finds the reason with nemeton doctor")
	}
}
