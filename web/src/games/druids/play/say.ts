import type { TitleTexts } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import type { JsonObject } from '../../../lib/wire/narrow';
import { textValues } from '../text-values';
import type { View } from '../types.gen';

/** Formats a text of the title, with the additional values of textValues. A key without a text gives nothing. */
export type FormatText = (key: string, values?: JsonObject) => Part[];

export function textFormatter(texts: TitleTexts, view: View): FormatText {
  return (key, values = {}) => texts.format(key, { ...textValues(values, view), ...values }) ?? [];
}
