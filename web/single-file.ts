import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** The source of a script or style in a content security policy. */
const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** This is the first element of the page. The policy follows it, because browsers look for it in the first kilobyte only. */
const charset = '<meta charset="utf-8" />';

/** Text of a script in which the HTML parser finds no end of the script. */
const escaped = (code: string): string => code.replace(/<(?=!--|\/?script)/gi, '\\x3C');

/**
 * Moves script and style of the only page of a build into the page, with a policy that allows nothing but these two: no request, no other
 * script. Fails if anything is left beside the page. The known plugins for this add no policy.
 */
export const singleFile: Plugin = {
  name: 'single-file',
  enforce: 'post',
  generateBundle: {
    order: 'post', // Vite completes the code of dynamic imports before
    handler(_, bundle) {
      const scripts: string[] = [];
      const styles: string[] = [];
      let [name, html] = ['', ''];
      for (const [path, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') scripts.push(escaped(file.code.trim()));
        else if (path.endsWith('.css')) styles.push(String(file.source).trim());
        else if (path.endsWith('.html')) [name, html] = [path, String(file.source)];
        else this.error(`${path} would be a second file`);
      }
      const page = bundle[name];
      const [script, style] = [scripts[0], styles[0]];
      if (page?.type !== 'asset' || script === undefined || style === undefined || scripts.length + styles.length > 2)
        return this.error(
          `the build has ${scripts.length} scripts and ${styles.length} styles, want one page with one each`,
        );
      const policy = [
        "default-src 'none'",
        `script-src ${source(script)}`,
        `style-src ${source(style)}`,
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types svelte-trusted-html',
      ].join('; ');
      page.source = html
        .replace(/<script type="module"[^>]*><\/script>\s*/, '')
        .replace(/<link rel="stylesheet"[^>]*>\s*/, '')
        .replace(charset, () => `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
        .replace('</head>', () => `<style>${style}</style>\n  </head>`)
        .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`);
      for (const path of Object.keys(bundle)) if (path !== name) Reflect.deleteProperty(bundle, path);
    },
  },
};
