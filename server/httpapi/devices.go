package httpapi

import (
	"context"

	"nemeton/engine"
	"nemeton/engine/chance"
	"nemeton/server/apperr"
	"nemeton/server/wire"
)

type deviceInput struct {
	ID   string `path:"id"`
	Body struct {
		ID        string `json:"id" doc:"Made by the client; the same id gets the same answer"`
		Device    string `json:"device" maxLength:"64" doc:"Hex: the public key of the new device"`
		Chain     string `json:"chain,omitempty" maxLength:"64" doc:"Hex: the anchor of the device's hash chain"`
		By        string `json:"by,omitempty" maxLength:"64" doc:"Hex: the public key of the old device that confirms the new one; without it, the player did in words"`
		Signature string `json:"signature,omitempty" maxLength:"128" doc:"Hex: the signature of the old device"`
	}
}

func (d *handler) enroll(ctx context.Context, in *deviceInput) (*output[wire.Done], error) {
	id, c, err := d.seatCommand(ctx, in.ID, in.Body.ID)
	if err != nil {
		return nil, err
	}
	var e engine.Enrolled
	for _, part := range []struct {
		name, text string
		read       func([]byte) error
	}{
		{"device", in.Body.Device, e.Device.UnmarshalText},
		{"chain", in.Body.Chain, e.Chain.UnmarshalText},
		{"by", in.Body.By, e.By.UnmarshalText},
		{"signature", in.Body.Signature, e.Signature.UnmarshalText},
	} {
		if err := part.read([]byte(part.text)); err != nil {
			return nil, apperr.New(apperr.Invalid, part.name+": "+err.Error())
		}
	}
	if e.Device == (chance.DeviceKey{}) {
		return nil, apperr.New(apperr.Invalid, "device: the key of the new device is missing")
	}
	done, err := d.cfg.Tables.Enroll(ctx, id, c, e)
	return accepted(in.Body.ID, done, d.countRefusal(ctx, err))
}
