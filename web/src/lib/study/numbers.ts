import { numberFormat } from '../environment/locale';

/** Formats numbers of studies with one decimal. */
export const plain = (language: string, n: number): string =>
  numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);

/** The same with a sign. */
export const signed = (language: string, n: number): string =>
  numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(n);
