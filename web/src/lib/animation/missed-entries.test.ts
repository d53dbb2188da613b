// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { MissedEntries } from './missed-entries.svelte';

function visit(seq: number): MissedEntries {
  const missedEntries = new MissedEntries('t');
  missedEntries.reached(seq);
  missedEntries.resume();
  return missedEntries;
}

describe('an absence', () => {
  it('does not exist at a table on the first visit', () => {
    expect(visit(40).span).toBeNull();
  });

  it('goes from the last visit to the return', () => {
    visit(40).reached(42);
    expect(visit(60).span).toEqual({ since: 42, until: 60 });
  });

  it('does not grow while the reader is present', () => {
    visit(40);
    const missedEntries = visit(60);
    missedEntries.reached(61);
    expect(missedEntries.span?.until).toBe(60);
    expect(visit(62).span).toEqual({ since: 61, until: 62 });
  });

  it('counts entries that arrive while the page is hidden', () => {
    const missedEntries = visit(40);
    missedEntries.leave();
    missedEntries.reached(45);
    expect(missedEntries.span).toBeNull();
    missedEntries.resume();
    expect(missedEntries.span).toEqual({ since: 40, until: 45 });
  });

  it('includes an earlier absence that was not read', () => {
    const missedEntries = visit(40);
    for (const seq of [45, 50]) {
      missedEntries.leave();
      missedEntries.reached(seq);
      missedEntries.resume();
    }
    expect(missedEntries.span).toEqual({ since: 40, until: 50 });
    missedEntries.dismiss();
    expect(missedEntries.span).toBeNull();
  });
});

describe('a restored table', () => {
  it('has no missed entries, and counts from the restored entry on', () => {
    visit(40).reached(43);
    const missedEntries = visit(60);
    expect(missedEntries.span).not.toBeNull();
    missedEntries.restored(10);
    expect(missedEntries.span).toBeNull();
    expect(visit(12).span).toEqual({ since: 10, until: 12 });
  });
});
