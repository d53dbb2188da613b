import { withRegion } from '../environment/locale';
import { settings } from '../app/settings.svelte.ts';

/** The reader's language with the region of the browser. */
export function region(): string {
  return withRegion(settings.language);
}
