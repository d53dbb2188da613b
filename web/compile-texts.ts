import { parse, type Token } from '@messageformat/parser';
import type { Node } from './src/lib/i18n/message.ts';
import type { Message } from './src/lib/i18n/message.ts';

/** The number formats of a placeholder's plural forms in a language, without the exact forms such as `=0`. */
const formsOf = (language: string): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/**
 * Compiles a message of ICU MessageFormat 1. Throws if the syntax is wrong, or if a plural has a form that the language lacks, or lacks one
 * that it has.
 */
export function compileMessage(text: string, language: string): Message {
  const forms = formsOf(language);
  const nodes = compileTokens(parse(text, { cardinal: forms, ordinal: [], strictPluralKeys: true }), forms, '');
  return nodes.length === 0 ? '' : nodes.length === 1 && typeof nodes[0] === 'string' ? nodes[0] : nodes;
}

/** Compiles the texts of a language: an object of messages by key. Errors name the key. */
export function compileTexts(json: string, language: string): Record<string, Message> {
  const texts = JSON.parse(json) as Record<string, string>;
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, compileMessage(text, language)];
      } catch (fault) {
        throw new Error(`${key}: ${fault instanceof Error ? fault.message : String(fault)}`, { cause: fault });
      }
    }),
  );
}

/** Compiles tokens; `#` is the number `counted`. */
function compileTokens(tokens: readonly Token[], forms: readonly string[], counted: string): Node[] {
  return tokens.map((token): Node => {
    switch (token.type) {
      case 'content':
        return token.value;
      case 'octothorpe':
        return [counted];
      case 'argument':
        return [token.arg];
      case 'function':
        if (token.param) throw new Error(`the format ${token.key} of {${token.arg}} takes no parameter`);
        return [token.arg, token.key];
      case 'selectordinal':
        throw new Error(`{${token.arg}} uses selectordinal, which is not supported`);
      case 'plural':
      case 'select': {
        const plural = token.type === 'plural';
        if (token.pluralOffset) throw new Error(`{${token.arg}} has an offset, which is not supported`);
        const has = new Set(token.cases.map(({ key }) => key));
        const missing = (plural ? forms : ['other']).filter((form) => !has.has(form));
        if (missing.length > 0) throw new Error(`{${token.arg}} lacks the form ${missing.join(', ')}`);
        const cases = Object.fromEntries(
          token.cases.map(({ key, tokens: inside }) => [
            key,
            compileTokens(inside, forms, plural ? token.arg : counted),
          ]),
        );
        return plural ? [token.arg, cases, 1] : [token.arg, cases];
      }
    }
  });
}
