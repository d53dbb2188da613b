import { t } from '../i18n/translate';

/** The attributes of a choice that the hint recommends: a mark that changes no size, and its description for screen readers. */
export function hintMark(hinted: boolean): { 'data-hinted'?: ''; 'aria-description'?: string } {
  return hinted ? { 'data-hinted': '', 'aria-description': t('play.hint.mark') } : {};
}
