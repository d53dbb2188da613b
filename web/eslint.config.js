import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist', 'engine', 'node_modules', 'coverage', 'test-results'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    // Rules with type information read the types from tsconfig.json. `void` marks a call that reports its own errors and needs no
    // waiting; a different reason is in a comment at the call.
    files: ['**/*.ts', '**/*.svelte'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      // The compiler checks undefined names, types included.
      'no-undef': 'off',
      // The router has no base path and uses plain links.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    // Devices have wrong clocks, locales that Intl refuses, and no storage. lib/environment guards their values.
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    ignores: [
      'src/lib/environment/**',
      'src/dev/**',
      '**/dev/**',
      '**/*.test.ts',
      '**/fixtures/**',
      'src/eventually.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({ name, message: 'Use lib/environment/storage.' })),
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'Date',
          property: 'now',
          message: 'Use serverNow of lib/environment/clock, or performance.now for a duration.',
        },
        ...['language', 'languages'].map((property) => ({
          ...{ object: 'navigator', property, message: 'Use lib/environment/locale.' },
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Use serverNow of lib/environment/clock.',
        },
        {
          selector: "MemberExpression[object.name='event'][property.name=/^(key|keyCode|which|isComposing)$/]",
          message: 'Use pressedKey of lib/environment/keys.',
        },
        { selector: "MemberExpression[object.name='Intl']", message: 'Use lib/environment/locale.' },
        { selector: 'CallExpression[callee.property.name=/^toLocale/]', message: 'Use lib/environment/locale.' },
        // Each language has its own order of words and its own marks between them.
        ...['TemplateLiteral', "BinaryExpression[operator='+']"].map((glue) => ({
          selector: `${glue} > CallExpression[callee.name=/^(t|spoken|listed|inWords|plainText|errorText)$/]`,
          message: 'Write the whole sentence as one text, with placeholders.',
        })),
        {
          selector: "CallExpression[callee.property.name='join'][arguments.0.value=/^[,;] $/]",
          message: 'Use listed of lib/i18n/translate.',
        },
        {
          selector: 'SvelteMustacheTag + SvelteText[value=/^[^\\p{L}]*[:,;–(] ?$/u]',
          message: 'Write the whole sentence as one text, with placeholders.',
        },
      ],
    },
  },
);
