import { numberFormat } from '../environment/locale';
import { region } from '../i18n/region';

/** Formats numbers of studies with one decimal. */
export const plain = (n: number): string =>
  numberFormat(region(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);

/** The same with a sign. */
export const signed = (n: number): string =>
  numberFormat(region(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(n);
