import { describe, expect, it } from 'vitest';
import { withSigns } from './signs';

const piece = { piece: 'wood' };

describe('signs around a drawing', () => {
  it('stay with it', () => {
    expect(withSigns(['Il te reste (', piece, ')\u202f; et puis ', piece, '.'])).toEqual([
      { before: '', part: 'Il te reste ', after: '' },
      { before: '(', part: piece, after: ')' },
      { before: '', part: '\u202f; et puis ', after: '' },
      { before: '', part: piece, after: '.' },
    ]);
  });
});
