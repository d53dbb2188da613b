import type { Plugin } from 'vite';

/** A file with another content needs another name, because browsers keep files for ever. So another form of this text names all files anew. */
const form = '1: with styles, compiled early';

/**
 * Puts the styles of a script into it, so that they cost no request and are there when it runs. The styles of the script with the module `main`
 * stay a file, which the page itself names.
 */
export const stylesInCode = (main: string): Plugin => ({
  name: 'styles-in-code',
  augmentChunkHash: () => form,
  generateBundle(_, bundle) {
    for (const one of Object.values(bundle)) {
      if (one.type !== 'chunk' || one.moduleIds.includes(main)) continue;
      const names = one.viteMetadata?.importedCss ?? new Set<string>();
      const sheets = [...names].map((name) => {
        const asset = bundle[name];
        if (asset?.type !== 'asset') throw new Error(`${one.fileName} has no styles ${name}`);
        Reflect.deleteProperty(bundle, name);
        return String(asset.source);
      });
      names.clear();
      if (sheets.length === 0) continue;
      const add = `{let s=new CSSStyleSheet;s.replaceSync(${JSON.stringify(sheets.join(''))});document.adoptedStyleSheets.push(s)}`;
      one.code = `${add}${one.code}`;
    }
  },
});

/** Asks browsers to compile all functions of a script while it arrives, beside the main thread, because most of them run soon. */
export const compiledEarly: Plugin = {
  name: 'compiled-early',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === 'chunk') one.code = `//# allFunctionsCalledOnLoad\n${one.code}`;
    },
  },
};
