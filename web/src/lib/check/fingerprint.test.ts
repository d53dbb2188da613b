import { expect, it } from 'vitest';
import { fingerprint, spelled } from './fingerprint';

// TestFingerprint in engine/export has the same example.
it('has three groups of four characters', () => {
  const print = fingerprint('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
  expect(print).toBe('CSM7-NBFR-CAYQ');
  expect(spelled(print)).toBe('C S M 7, N B F R, C A Y Q');
  expect(fingerprint('0'.repeat(64))).toBe('0000-0000-0000');
});
