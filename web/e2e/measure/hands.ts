import type { Page } from 'playwright-core';

/** Plays a seat over a socket of its own, without drawing anything, so that another page of the same player can be watched. */
export class Hands {
  private constructor(private readonly page: Page) {}

  /** `page` is any page of the player that does not show the table. */
  static async at(page: Page, table: string): Promise<Hands> {
    await page.evaluate(connect, table);
    return new Hands(page);
  }

  /** Answers what the seat owes, if anything; prefers building, so that games get on. Tells whether there was anything. */
  play(choice: number): Promise<boolean> {
    return this.page.evaluate(answer, choice);
  }

  /** The seq of the newest entry, and the moves the seat may choose from now. */
  standing(): Promise<{ seq: number; moves: number }> {
    return this.page.evaluate(() => {
      const { hands } = window as unknown as { hands: Held };
      return { seq: hands.seq, moves: hands.owed?.moves.length ?? 0 };
    });
  }
}

interface Owed {
  id: string;
  seat: number;
  moves: { do?: string }[];
}

/** What is kept in the page. */
interface Held {
  socket: WebSocket;
  seq: number;
  owed: Owed | undefined;
}

function connect(table: string): Promise<void> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table}/socket`, 'nemeton.v1');
    const held: Held = { socket, seq: 0, owed: undefined };
    (window as unknown as { hands: Held }).hands = held;
    let seat: number | undefined;
    socket.onerror = () => failed(new Error('the socket failed'));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as { t: string; seq: number; you?: { seat?: number }; decisions?: Owed[] };
      if (frame.t === 'snapshot') seat = frame.you?.seat;
      if (frame.t !== 'snapshot' && frame.t !== 'update') return;
      held.seq = frame.seq;
      held.owed = frame.decisions?.find((decision) => decision.seat === seat);
      done();
    };
  });
}

function answer(choice: number): boolean {
  const { hands } = window as unknown as { hands: Held };
  const { owed, socket } = hands;
  if (!owed) return false;
  hands.owed = undefined;
  const builds = owed.moves.filter((move) => move.do === 'hut' || move.do === 'temple');
  const from = builds.length > 0 ? builds : owed.moves;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
  const uuid = id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36);
  socket.send(JSON.stringify({ t: 'act', id: uuid, decision: owed.id, move: from[Math.floor(choice * from.length)] }));
  return true;
}
