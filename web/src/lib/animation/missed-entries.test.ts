// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { Absence } from './missed-entries.svelte';

beforeEach(() => localStorage.clear());

function visit(seq: number): Absence {
  const absence = new Absence('t');
  absence.at(seq);
  absence.back();
  return absence;
}

describe('an absence', () => {
  it('is none at a table seen for the first time', () => {
    expect(visit(40).span).toBeNull();
  });

  it('goes from the last visit to the return', () => {
    visit(40).at(42);
    expect(visit(60).span).toEqual({ since: 42, until: 60 });
  });

  it('does not grow while the reader is there', () => {
    visit(40);
    const absence = visit(60);
    absence.at(61);
    expect(absence.span?.until).toBe(60);
    expect(visit(62).span).toEqual({ since: 61, until: 62 });
  });

  it('counts what came while nobody looked', () => {
    const absence = visit(40);
    absence.leave();
    absence.at(45);
    expect(absence.span).toBeNull();
    absence.back();
    expect(absence.span).toEqual({ since: 40, until: 45 });
  });

  it('keeps what was not read when it happens again', () => {
    const absence = visit(40);
    for (const seq of [45, 50]) {
      absence.leave();
      absence.at(seq);
      absence.back();
    }
    expect(absence.span).toEqual({ since: 40, until: 50 });
    absence.dismiss();
    expect(absence.span).toBeNull();
  });
});
