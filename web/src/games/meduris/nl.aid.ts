/** Texts of Meduris in Dutch: the player aid. en.aid.ts has the same keys. */
export const aid = {
  'aid.part.small': '1. Kleine opbrengst',
  'aid.part.small.text': 'De dobbelsteen wordt gegooid. Elke arbeider op dat plateau levert 1 grondstof op.',
  'aid.part.action': '2. Eén actie',
  'aid.part.action.text':
    'Verzet een arbeider voor een grote opbrengst: zoveel als zijn hoogte. Of bouw een hut. Of bouw een tempel.',
  'aid.part.druid': '3. De druïde',
  'aid.part.druid.text':
    'Na het bouwen loopt hij verder. Bij een hut offert de eigenaar niets (-1 punt), één grondstof (+1) of beide (+1 voor elke hut van de nederzetting).',
  'aid.symbol.hut': 'Hut: beide grondstoffen van het veld, één keer voor elke hut van de nederzetting.',
  'aid.symbol.temple':
    'Tempel: beide grondstoffen één keer. Op het eind 1 punt voor elke hut van de nederzettingen ernaast.',
  'aid.symbol.rune':
    'Runensteen: 1 punt als de druïde de rivier oversteekt. Op het eind 1, 3, 6, 10 … punten voor 1, 2, 3, 4 …',
  'aid.symbol.points': 'Bonusfiche: meteen 2 punten voor een hut hier.',
  'aid.symbol.free': 'Bonusfiche: een hut hier kost niets.',
  'aid.symbol.druid': 'Druïdefiche: telt één keer als offer van beide grondstoffen.',
  'aid.end.1': 'Een speler heeft alle hutten en beide tempels gebouwd: iedere andere speler heeft nog één beurt.',
  'aid.end.2': 'Daarna gaat de druïde nog één keer rond, langs elke hut.',
  'aid.end.3': 'Tempels en runenstenen leveren punten op. De meeste punten winnen.',
  'aid.head.points': 'Punten',
  'aid.head.huts': 'Hutten over',
  'aid.head.temples': 'Tempels over',
  'aid.head.runes': 'Runen\u00adstenen',
  'aid.head.now': 'Nu einde',
} as const;
