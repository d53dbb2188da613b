import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { check } from './check';
import { root } from './record-kit';

/** Records of forks, right ones and forged ones. A test of engine/export writes and checks the same ones. */
const forks = JSON.parse(gunzipSync(readFileSync(join(root, 'engine/export/testdata/forks.json.gz'))).toString()) as {
  name: string;
  check: string;
  record: unknown;
}[];

describe('the start of a fork', () => {
  it.each(forks.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const { wrong, entries } = await check(JSON.stringify(each.record));
    const expected = each.check.split('|');
    // This check does not judge the rules.
    const accepted = expected.some((name) => name === 'rules') ? [...expected, ''] : expected;
    expect(accepted).toContain(wrong?.check ?? '');
    expect(entries).toBeGreaterThan(0);
  });
});
