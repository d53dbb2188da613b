import { phone, type PersonOptions } from './fixture';

export const desk: PersonOptions = { viewport: { width: 1440, height: 900 } };
const english: PersonOptions = { locale: 'en-GB' };
export const dutch: PersonOptions = { locale: 'nl-NL' };

/** The combinations of screens and languages for two people. Both themes are checked everywhere. */
export const pairs: readonly (readonly [PersonOptions, PersonOptions])[] = [
  [
    { ...desk, ...english },
    { ...phone, ...dutch },
  ],
  [
    { ...desk, ...dutch },
    { ...phone, ...english },
  ],
];
