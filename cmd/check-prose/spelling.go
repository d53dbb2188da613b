package main

import "strings"

// spelling maps each British word to its American form, in lower case.
var spelling = britishWords()

// ourWords are stems in British -our; the American form drops the u.
const ourWords = `armour behaviour clamour colour demeanour endeavour favour flavour harbour honour humour labour neighbour
	odour parlour rumour savour splendour tumour valour vapour vigour`

// iseWords are the stems of verbs in British -ise.
const iseWords = `anonym apolog author canonical capital categor character centr colon critic custom decentral central deserial
	discret dramat emphas equal external final formal fratern general global harmon ideal immobil initial internal
	international item legal linear local material maxim memor minim mobil modern monet neutral normal optim organ parallel
	parametr parameter penal personal popular priorit pseudonym quant random rational real recogn reinitial reorgan
	sanit scrutin serial special stabil standard subsid summar symbol sympath synchron synthes token util vandal
	virtual visual`

// doubledWords are verbs whose last letter the British double.
const doubledWords = `cancel channel dial fuel initial label level marshal model panel pencil signal total travel tunnel
	unmarshal unlabel relabel equal quarrel rival`

// otherWords are pairs of a British and an American word.
const otherWords = `acknowledgement acknowledgment acknowledgements acknowledgments ageing aging amongst among
	analogue analog analogues analogs analyse analyze analysed analyzed analyses analyzes analysing analyzing analyser analyzer
	artefact artifact artefacts artifacts calibre caliber catalogue catalog catalogues catalogs catalogued cataloged
	centre center centres centers centred centered centring centering cheque check cosy cozy defence defense defences defenses
	enrol enroll enquiry inquiry enquiries inquiries fibre fiber fibres fibers fulfil fulfill fulfils fulfills grey gray greyed grayed
	greys grays instalment installment judgement judgment judgements judgments kerb curb licence license licences licenses
	licenced licensed litre liter manoeuvre maneuver manoeuvres maneuvers metre meter metres meters millimetre millimeter
	millimetres millimeters mould mold moulds molds offence offense offences offenses paralyse paralyze paralysed paralyzed
	plough plow practise practice practised practiced pretence pretense programme program programmes programs sceptic skeptic
	sceptical skeptical skilful skillful spectre specter storey story storeys stories sulphur sulfur theatre theater
	theatres theaters tyre tire tyres tires whilst while wilful willful`

func britishWords() map[string]string {
	words := map[string]string{}
	for _, british := range strings.Fields(ourWords) {
		american := strings.TrimSuffix(british, "our") + "or"
		for _, end := range []string{"", "s", "ed", "ing", "ful", "less", "able", "al", "hood", "ite", "er", "ers"} {
			words[british+end] = american + end
		}
	}
	for _, stem := range strings.Fields(iseWords) {
		for _, end := range []string{"e", "es", "ed", "er", "ers", "ing", "able", "ation", "ations"} {
			words[stem+"is"+end] = stem + "iz" + end
		}
	}
	for _, stem := range strings.Fields(doubledWords) {
		for _, end := range []string{"ed", "ing", "er", "ers"} {
			words[stem+stem[len(stem)-1:]+end] = stem + end
		}
	}
	pairs := strings.Fields(otherWords)
	for i := 0; i+1 < len(pairs); i += 2 {
		words[pairs[i]] = pairs[i+1]
	}
	// Words that only look British.
	for _, word := range []string{"analyses", "characteriser", "organiser", "realiser", "rivaller", "synthesis", "emphasis"} {
		delete(words, word)
	}
	return words
}
