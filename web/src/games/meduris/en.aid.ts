/** Texts of Meduris in English: the player aid. nl.aid.ts has the same keys. */
export const aid = {
  'aid.part.small': '1. Small yield',
  'aid.part.small.text': 'The die is rolled. Each worker on that plateau yields 1 material.',
  'aid.part.action': '2. One action',
  'aid.part.action.text': 'Move a worker for a large yield: as much as its level. Or build a hut. Or build a temple.',
  'aid.part.druid': '3. The druid',
  'aid.part.druid.text':
    'After a build he goes on. At a hut its owner offers nothing (-1 point), one material (+1), or both (+1 for each hut of the settlement).',
  'aid.symbol.hut': 'Hut: both materials of the field, once for each hut of the settlement.',
  'aid.symbol.temple': 'Temple: both materials once. At the end, 1 point for each hut of the settlements beside it.',
  'aid.symbol.rune':
    'Rune stone: 1 point when the druid crosses the river. At the end 1, 3, 6, 10 … points for 1, 2, 3, 4 …',
  'aid.symbol.points': 'Bonus chip: 2 points at once for a hut here.',
  'aid.symbol.free': 'Bonus chip: a hut here costs nothing.',
  'aid.symbol.druid': 'Druid chip: counts once as an offering of both materials.',
  'aid.end.1': 'A player has built all huts and both temples: every other player has one more turn.',
  'aid.end.2': 'The druid then goes round once more and visits every hut.',
  'aid.end.3': 'Temples and rune stones score. Most points win.',
  'aid.head.points': 'Points',
  'aid.head.huts': 'Huts left',
  'aid.head.temples': 'Temples left',
  'aid.head.runes': 'Rune stones',
  'aid.head.now': 'If over now',
} as const;
