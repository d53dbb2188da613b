import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MessageReader, type ServerMessage } from './message';
import { WireError } from './narrow';

const samples = join(import.meta.dirname, '../../../../server/wire/testdata');
const sample = (name: string): string => readFileSync(join(samples, name), 'utf8');

const readMessage = (raw: string): ServerMessage | null => new MessageReader().read(raw);

describe('the frames of the server', () => {
  // A patch follows a whole message.
  const names = readdirSync(samples).filter((name) => name.endsWith('.json') && !/patch|steps/.test(name));

  it.each(names)('reads %s', (name) => {
    const message = readMessage(sample(name));
    expect(message?.t).toBe(name.replace(/(_\w+)?\.json$/, ''));
  });

  it('keeps what the snapshot says', () => {
    const raw = JSON.parse(sample('snapshot.json')) as { seq: number; decisions: unknown[] };
    const message = readMessage(JSON.stringify(raw));
    expect(message).toMatchObject({ t: 'snapshot', seq: raw.seq });
    if (message?.t === 'snapshot') expect(message.decisions).toHaveLength(raw.decisions.length);
  });
});

it('has the view after each event', () => {
  const reader = new MessageReader();
  const first = reader.read(sample('update.json'));
  const message = reader.read(sample('update_steps.json'));
  expect(first).toMatchObject({ views: [] });
  expect(message).toMatchObject({
    events: [{ name: 'hut_built' }],
    views: [{ points: [5, 9] }],
    view: { members: { points: [5, 9] } },
    decisions: [],
  });
});

describe('the history', () => {
  const head = '0001b2c3d4e5f60718293a4b5c6d7e8f';

  it('is read from a snapshot of a restored table, an update and a result', () => {
    expect(readMessage(sample('snapshot_restored.json'))).toMatchObject({ seq: 11, head, restored: true });
    expect(readMessage(sample('update_head.json'))).toMatchObject({ seq: 12, head });
    expect(readMessage(sample('result_head.json'))).toMatchObject({ seq: 42, head });
  });

  it('is absent while the server cannot read the secret of the table', () => {
    expect(readMessage(sample('snapshot.json'))).toMatchObject({ restored: false });
    for (const name of ['snapshot', 'update', 'result_ok'])
      expect(readMessage(sample(`${name}.json`))).not.toHaveProperty('head');
  });
});

describe('what cannot be read', () => {
  it.each(['', 'nonsense', '[]', '{"t":"snapshot"}', '{"t":"update","seq":"3"}', '{"t":"result","id":"x","ok":false}'])(
    'is an error: %s',
    (raw) => {
      expect(() => readMessage(raw)).toThrow(WireError);
    },
  );

  it('is passed over where only its tag is unknown', () => {
    expect(readMessage('{"t":"weather"}')).toBeNull();
  });
});

describe('an update with a patch', () => {
  const first = { points: [3, 7], round: 1 };
  const snapshot = { ...(JSON.parse(sample('snapshot.json')) as object), view: first };

  it('changes the last view and decisions', () => {
    const reader = new MessageReader();
    const before = reader.read(JSON.stringify(snapshot));
    const after = reader.read(sample('update_patch.json'));
    if (before?.t !== 'snapshot' || after?.t !== 'update') throw new Error('other messages');
    expect(after.view?.members).toEqual({ points: [3, 8], round: 1 });
    expect(before.view?.members).toEqual(first);
    // Decisions that stay open are the same objects.
    expect(before.decisions.length).toBeGreaterThan(0);
    after.decisions.forEach((decision, i) => expect(decision).toBe(before.decisions[i]));
  });

  it('cannot be read without a whole message before it', () => {
    expect(() => readMessage(sample('update_patch.json'))).toThrow(WireError);
  });

  it('keeps the parts of a whole view that are equal', () => {
    const reader = new MessageReader();
    const [before, after] = [snapshot, { ...snapshot, view: { ...first, round: 2 } }].map((message) =>
      reader.read(JSON.stringify(message)),
    );
    if (before?.t !== 'snapshot' || after?.t !== 'snapshot') throw new Error('other messages');
    expect(after.view?.members.points).toBe(before.view?.members.points);
    expect(after.view?.members.round).toBe(2);
  });
});
