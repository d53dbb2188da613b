import { light } from '../app/settings.svelte.ts';

/** The addresses of a title's ground pictures by the text of the ground and by theme. Empty on the dev server and in tests. */
export type GroundPictures = Readonly<Record<string, Readonly<Record<'day' | 'night', string>>>>;

/** Returns the address of the picture of a ground in the present theme; undefined if the build drew none. */
export function groundPicture(pictures: GroundPictures, text: string): string | undefined {
  return pictures[text]?.[light.night ? 'night' : 'day'];
}

/** Loads the files of a title's pictures in the present theme, before the board is drawn. An error shows when the board needs the file. */
export function preloadGrounds(pictures: GroundPictures): void {
  // An image would also build its document, and only one of the pictures is needed.
  for (const text of Object.keys(pictures))
    void fetch(groundPicture(pictures, text) ?? '')
      .then((file) => file.blob())
      .catch(() => undefined);
}
