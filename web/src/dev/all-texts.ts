// Tests and the pages of developers show texts at once, in any language. Tests outside a page show none.
if (typeof navigator !== 'undefined') {
  await import('../lib/i18n/translate');
  await Promise.all(Object.values(import.meta.glob('../games/*/texts/index.ts')).map((load) => load()));
  const { loadEverything } = await import('../lib/i18n/lazy-texts');
  await loadEverything();
}

export {};
