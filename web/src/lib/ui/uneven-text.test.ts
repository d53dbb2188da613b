import { expect, test } from 'vitest';
import { drawsUnevenText } from './uneven-text';

test('only WebKit on Linux draws uneven texts', () => {
  expect(drawsUnevenText({ vendor: 'Apple Computer, Inc.', platform: 'Linux x86_64' })).toBe(true);
  for (const [browser, vendor, platform] of [
    ['Safari', 'Apple Computer, Inc.', 'MacIntel'],
    ['Safari on a phone', 'Apple Computer, Inc.', 'iPhone'],
    ['Chromium', 'Google Inc.', 'Linux x86_64'],
    ['Firefox', '', 'Linux x86_64'],
  ] as const)
    expect(drawsUnevenText({ vendor, platform }), browser).toBe(false);
});
