import type { TitleClient } from './contract';

/** The list of titles, each loaded when it is needed. */
const titles: Record<string, () => Promise<{ default: TitleClient }>> = {
  meduris: () => import('./meduris'),
};

const unknown: TitleClient = { messages: { en: {}, nl: {} } };

/** Loads what a title brings; of a title that brings nothing, nothing. */
export async function loadTitle(id: string): Promise<TitleClient> {
  const load = Object.hasOwn(titles, id) ? titles[id] : undefined;
  return load ? (await load()).default : unknown;
}
