import type { TileView, TribeView, View } from '../types.gen';

/** Recomputes the derived values of a view: tribes on a land, home and production. */
export function withDerivedValues(view: View): View {
  const standing = view.peoples.flatMap(({ tribes }) => tribes);
  const tiles = view.tiles.map((tile, i) => counted(tile, standing.filter((tribe) => tribe.tile === i).length));
  const peoples = view.peoples.map((people) => ({
    ...people,
    tribes: people.tribes.map((tribe) => placed(tribe, tiles[tribe.tile], people.tower)),
  }));
  const players = view.players.map((player) => {
    const own = peoples.find(({ people }) => people === player.people)?.tribes ?? [];
    return { ...player, production: own.filter(({ produces }) => produces).length };
  });
  return { ...view, tiles, peoples, players };
}

function counted({ landscape, capacity, field }: TileView, tribes: number): TileView {
  return { landscape, capacity, field, tribes, ...(tribes > capacity ? { overcrowded: true } : {}) };
}

function placed({ id, home, tile, carries, moved }: TribeView, land: TileView | undefined, tower: number): TribeView {
  const atHome = land?.landscape === home;
  return {
    id,
    home,
    tile,
    ...(atHome ? { atHome } : {}),
    ...(atHome && !land.overcrowded && !carries ? { produces: true } : {}),
    ...(carries ? { carries } : {}),
    ...(carries && tile === tower ? { delivers: true } : {}),
    ...(moved ? { moved } : {}),
  };
}
