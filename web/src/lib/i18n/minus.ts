/** A number with a true minus. Many screen readers skip a hyphen. */
export const withMinus = (n: number | string): string => String(n).replaceAll('-', '−');

/** A change, with a plus before a gain. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : withMinus(n));
