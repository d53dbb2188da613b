import { byName } from '../../../dev/fixture';

export const fixtures = byName(import.meta.glob('./fixtures/*.json', { eager: true, import: 'default' }));
