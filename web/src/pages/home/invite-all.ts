import { peopleApi } from '../../lib/net/people-api';

export async function inviteAll(table: string, people: readonly string[]): Promise<string[]> {
  const refused = new Set<string>();
  for (const id of people) {
    try {
      await peopleApi.invite(table, id);
    } catch {
      refused.add(id);
    }
  }
  if (refused.size === 0) return [];
  try {
    return (await peopleApi.companions())
      .filter(({ player }) => refused.has(player.id))
      .map(({ player }) => player.name);
  } catch {
    return [];
  }
}
