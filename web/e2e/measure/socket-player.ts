import type { Page } from 'playwright-core';

/** Plays a seat through a WebSocket in a page that draws nothing, while another page of the player is measured. */
export class SocketPlayer {
  private constructor(private readonly page: Page) {}

  /** Connects from a page of the player that does not show the table. */
  static async connect(page: Page, table: string): Promise<SocketPlayer> {
    await page.evaluate(connect, table);
    return new SocketPlayer(page);
  }

  /** Answers the decision that the seat owes, preferably by building. Returns false if it owes none. `choice` is from 0 to below 1. */
  play(choice: number): Promise<boolean> {
    return this.page.evaluate(answer, choice);
  }

  /** Returns the seq of the newest entry, and the number of moves of the seat. */
  state(): Promise<{ seq: number; moves: number }> {
    return this.page.evaluate(() => {
      const { player } = window as unknown as { player: Held };
      return { seq: player.seq, moves: player.owed?.moves.length ?? 0 };
    });
  }
}

interface Owed {
  id: string;
  seat: number;
  moves: { do?: string }[];
}

/** The state of the socket, as a global of the page. */
interface Held {
  socket: WebSocket;
  seq: number;
  owed: Owed | undefined;
}

function connect(table: string): Promise<void> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table}/socket`, 'nemeton.v1');
    const held: Held = { socket, seq: 0, owed: undefined };
    (window as unknown as { player: Held }).player = held;
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
  const { player } = window as unknown as { player: Held };
  const { owed, socket } = player;
  if (!owed) return false;
  player.owed = undefined;
  const builds = owed.moves.filter((move) => move.do === 'hut' || move.do === 'temple');
  const from = builds.length > 0 ? builds : owed.moves;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
  const uuid = id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5').slice(0, 36);
  socket.send(JSON.stringify({ t: 'act', id: uuid, decision: owed.id, move: from[Math.floor(choice * from.length)] }));
  return true;
}
