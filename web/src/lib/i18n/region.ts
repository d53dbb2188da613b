import { withRegion } from '../environment/locale';
import { settings } from '../state/settings.svelte';

/** The reader's language with the region of the browser. */
export function region(): string {
  return withRegion(settings.language);
}
