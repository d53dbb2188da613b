import type { enCheck } from './en-check';

/** The texts about a record that the reader opens, in Dutch. */
export const nlCheck: Record<keyof typeof enCheck, string> = {
  'check.title': 'Een spelverslag controleren',
  'check.text':
    'Open het verslag van een afgelopen spel, van deze server of een andere. Je browser controleert het; er wordt niets verstuurd.',
  'check.alone':
    'Deze pagina werkt zonder server en zonder internet. Open het verslag van een afgelopen spel, dan controleert je browser het.',
  'check.link': 'Een spelverslag controleren',
  'check.download': 'Controleer het zonder deze server',
  'check.download.text':
    'Deze pagina komt van de beheerder van de server. Wil je die niet hoeven vertrouwen, bewaar de pagina dan als één bestand, dat zonder server werkt. Haal het bestand liefst uit een release, of van de server van iemand anders.',
  'check.choose': 'Kies een bestand',
  'check.drop': 'of sleep het naar deze pagina',
  'check.paste': 'Liever de tekst plakken',
  'check.paste.label': 'De tekst van het verslag',
  'check.paste.open': 'Controleer deze tekst',
  'check.large': 'Dit bestand is te groot voor een spelverslag.',
  'check.failed': 'Dit bestand kon niet worden gelezen. Kies het opnieuw.',
  'check.unreadable': 'Dit is geen spelverslag. Kies het bestand dat je met “Spelverslag downloaden” bewaarde.',
  'check.newer': 'Dit verslag heeft een nieuwere vorm dan deze pagina kent. Controleer het met een nieuwere versie.',
  'check.says': 'Wat het verslag zegt',
  'check.says.text': 'De controle hieronder vertelt welk deel hiervan klopt.',
  'check.file': 'Bestand',
  'check.game': 'Spel',
  'check.table': 'Tafel',
  'check.created': 'Tafel geopend',
  'check.entries': 'Regels',
  'check.seats': 'Spelers en punten',
  'check.erased': 'naam gewist',
  'check.heir': 'daarna {name}',
  'check.winner': 'won',
  'check.unfinished': 'Het verslag noemt geen uitslag.',
  'check.open.signature':
    'Of de server die in het verslag staat, het heeft ondertekend. Daarvoor heb je de sleutel van die server nodig, uit een bron die je vertrouwt.',
  'check.language': 'Taal',

  'fair.given.start': 'De eerste regel noemt dezelfde tafel, spel, opties, kleuren en bijdragen als het verslag.',
  'fair.given.version': 'De versies van de spelregels gaan nooit terug. Welke versies er bestaan, is hier niet bekend.',
  'fair.fault.digest':
    'Het verslag klopt niet met zijn eigen controlegetal: het is na het bewaren veranderd of beschadigd.',
  'fair.fault.chain':
    'De regels vormen geen gesloten keten: er is er een veranderd, verplaatst, bijgezet of weggelaten.',
  'fair.fault.start': 'De eerste regel noemt een andere tafel, spel, opties, kleuren of bijdragen dan het verslag.',
  'fair.fault.version': 'Een regel noemt een versie van de spelregels die daar niet kan staan.',
  'fair.fault.commitment': 'Het geheim past niet bij de vingerafdruk, dus het is niet dat van voor het begin.',
  'fair.fault.draws': 'Een dobbelsteen, kaart of tegel volgt niet uit het geheim en de bijdragen.',
  'fair.fault.names': 'De namen, de bots of de tijd van de tafel zijn niet die welke de eerste regel vastlegt.',
  'fair.fault.salts': 'Een zet is verhuld met een andere waarde dan het geheim geeft.',
  'fair.fault.form': 'Een optie, een regel of de uitslag heeft een vorm die geen server eraan geeft.',
  'fair.fault.proofs': 'Een onthulling of handtekening hoort niet bij het apparaat van een speler.',
  'fair.fault.heads': 'Het verslag is niet het spel dat deze browser zag: een regel is later vervangen.',
  'fair.fault.large': 'Het verslag is langer dan elk echt verslag en is hier dus niet gecontroleerd.',
  'fair.fault.document': 'Het verslag heeft onderdelen die geen verslag heeft, mist er een, of noemt er een twee keer.',
  'fair.fault.unreadable': 'De tekst is geen spelverslag, of heeft een vorm die deze pagina niet kent.',
};
