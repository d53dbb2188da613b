import { lazyTexts } from '../../../lib/i18n/lazy-texts';

/** The texts of the title, from the files of this folder. */
export const texts = lazyTexts(import.meta.glob('./*.json', { import: 'default' }));
export const cardTexts = lazyTexts(import.meta.glob('./*.json', { query: '?card', import: 'default' }));
