import { lazyTexts, loadTexts } from './lazy-texts';

/** The texts that belong to no title. */
export const commonTexts = lazyTexts(import.meta.glob('../../../../texts/*/client.json', { import: 'default' }));

/** Loads the common texts in the language of the reader, which the first page needs. Rejects if the file is lost. */
export const loadCommonTexts = (): Promise<void> => loadTexts(commonTexts);
