import { answer } from '../../../lib/story/answer';
import type { GameEvent } from '../../../lib/wire/game';
import type { PeopleView, PlayerView, TribeView, View } from '../types.gen';
import type { ByEvent } from './told';

/**
 * Moves the picture on by one fact, so that the board can be shown between two entries. It draws what the event says and judges
 * nothing: what follows from it, such as production and prices, is as it was until the server's own view takes its place.
 */
export function forward(view: View, event: GameEvent): View {
  return answer(table, event, view, view);
}

const table: Partial<ByEvent<[View], View>> = {
  neutral_settled: ({ people, tile, tribes }, view) => settled(view, people, tile, tribes),
  tower_placed: ({ seat, tile, tribes }, view) => settled(view, peopleOf(view, seat), tile, tribes),
  turn_began: ({ seat, round, turn, actions }, view) => ({
    ...view,
    turn: { ...view.turn, seat, round, number: turn, actions },
    peoples: view.peoples.map((people) => ({ ...people, tribes: people.tribes.map(rested) })),
  }),
  spell_lifted: ({ seat }, view) => ofPeople(view, peopleOf(view, seat), () => ({ spell: -1 })),
  spell_laid: ({ seat, field }, view) => ofPeople(view, peopleOf(view, seat), () => ({ spell: field })),
  tribe_founded: ({ people, tribe, home, tile }, view) => {
    const atHome = view.tiles[tile]?.landscape === home;
    const founded: TribeView = { id: tribe, home, tile, ...(atHome ? { atHome } : {}) };
    return counted(
      ofPeople(view, people, ({ tribes, left }) => ({
        left: left - 1,
        tribes: [...tribes, founded].sort((a, b) => a.id - b.id),
      })),
    );
  },
  tile_shifted: ({ tile, to }, view) => ({
    ...view,
    tiles: view.tiles.map((one, i) => (i === tile ? { ...one, field: to } : one)),
  }),
  neutral_moved: ({ tribe, to }, view) => moved(view, tribe, to),
  tribe_moved: ({ tribe, to }, view) => moved(view, tribe, to),
  amulet_bought: ({ seat, tribe, amulet, price, to, earned }, view) =>
    ofPlayer(
      ofPlayer(
        ofTribe(view, tribe, () => ({ carries: amulet })),
        seat,
        ({ goods }) => ({ goods: goods - price }),
      ),
      to,
      ({ goods }) => ({ goods: goods + earned }),
    ),
  amulet_delivered: ({ seat, tribe, amulet }, view) =>
    ofPlayer(
      ofTribe(view, tribe, () => ({ carries: undefined })),
      seat,
      ({ amulets }) => ({ amulets: [...amulets, amulet] }),
    ),
  goods_produced: ({ seat, goods: more }, view) => ofPlayer(view, seat, ({ goods }) => ({ goods: goods + more })),
  last_round_announced: ({ reason }, view) => ({ ...view, lastRound: { reason } }),
  last_round_fell: (_, view) => {
    const now = { ...view };
    delete now.lastRound;
    return now;
  },
};

/** A tower and its first tribes. Where these are at home the event does not say; the server's view does at once. */
function settled(view: View, people: string, tile: number, ids: readonly number[]): View {
  const tribes = ids.map((id) => ({ id, home: '', tile }));
  return counted(ofPeople(view, people, () => ({ tower: tile, tribes })));
}

function moved(view: View, tribe: number, to: number): View {
  return counted(ofTribe(view, tribe, ({ home }) => ({ tile: to, atHome: view.tiles[to]?.landscape === home })));
}

/** What stands on the tiles, counted anew. */
function counted(view: View): View {
  const all = view.peoples.flatMap(({ tribes }) => tribes);
  return {
    ...view,
    tiles: view.tiles.map((tile, i) => ({ ...tile, tribes: all.filter((tribe) => tribe.tile === i).length })),
  };
}

function rested(tribe: TribeView): TribeView {
  return clean({ ...tribe, moved: false });
}

function peopleOf(view: View, seat: number): string {
  return view.players.find((player) => player.seat === seat)?.people ?? '';
}

function ofPeople(view: View, people: string, change: (now: PeopleView) => Partial<PeopleView>): View {
  return { ...view, peoples: view.peoples.map((one) => (one.people === people ? { ...one, ...change(one) } : one)) };
}

type Changes = { [Key in keyof TribeView]?: TribeView[Key] | undefined };

function ofTribe(view: View, id: number, change: (now: TribeView) => Changes): View {
  return {
    ...view,
    peoples: view.peoples.map((people) => ({
      ...people,
      tribes: people.tribes.map((one) => (one.id === id ? clean({ ...one, ...change(one) }) : one)),
    })),
  };
}

/** A view says nothing of what is not so. */
function clean(tribe: Changes): TribeView {
  const said = Object.entries(tribe).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(said) as unknown as TribeView;
}

function ofPlayer(view: View, seat: number, change: (now: PlayerView) => Partial<PlayerView>): View {
  return { ...view, players: view.players.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}
