import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Component } from 'svelte';
import { createServer, type Plugin } from 'vite';
import { mergePaths } from './merge-paths.ts';

/** A picture of the ground of one board, as an SVG document in the colors of one theme. */
export interface GroundPicture {
  /** The ground, as `groundText` of its title describes it. */
  text: string;
  theme: 'day' | 'night';
  svg: string;
}

const root = dirname(fileURLToPath(import.meta.url));
const games = join(root, 'src/games');
const prefix = 'virtual:ground/';

/**
 * Draws the grounds of the boards, which never change during a game, while the client is built: `virtual:ground/TITLE` is the list of
 * the pictures by text and theme. A board shows its picture as an image, so that the page has no elements for it. The grounds are
 * those of the recorded states of the title. The dev server and tests have no pictures; boards then draw their ground themselves.
 */
export function groundPictures(): Plugin {
  let building = false;
  return {
    name: 'ground-pictures',
    configResolved({ command }) {
      building = command === 'build';
    },
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const title = id.slice(prefix.length + 1);
      const list: Record<string, Record<string, string>> = {};
      for (const { text, theme, svg } of building ? await drawGrounds(title) : []) {
        const hash = createHash('sha256').update(svg).digest('hex').slice(0, 8);
        const fileName = `assets/ground-${title}-${theme}-${hash}.svg`;
        this.emitFile({ type: 'asset', fileName, source: svg });
        (list[text] ??= {})[theme] = `/${fileName}`;
      }
      return `export default ${JSON.stringify(list)}`;
    },
  };
}

/** Draws each ground of a title's recorded states once in each theme. */
export async function drawGrounds(title: string): Promise<GroundPicture[]> {
  const folder = join(games, title);
  const cacheDir = mkdtempSync(join(tmpdir(), 'nemeton-ground-'));
  const server = await createServer({
    root,
    configFile: false,
    cacheDir,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    plugins: [svelte({ emitCss: false, compilerOptions: { css: 'injected' } })],
  });
  try {
    const { render } = (await server.ssrLoadModule('svelte/server')) as typeof import('svelte/server');
    const { default: Ground } = (await server.ssrLoadModule(join(folder, 'board/Ground.svelte'))) as {
      default: Component<{ text: string }>;
    };
    const { groundText } = (await server.ssrLoadModule(join(folder, 'board/ground-text.ts'))) as {
      groundText: (view: unknown) => string;
    };
    const states = join(folder, 'dev/fixtures');
    const texts = new Set(
      readdirSync(states)
        .sort()
        .map((name) => groundText((JSON.parse(readFileSync(join(states, name), 'utf8')) as { view: unknown }).view)),
    );
    return [...texts].flatMap((text) => {
      const { head, body } = render(Ground, { props: { text } });
      return (['day', 'night'] as const).map((theme) => ({ text, theme, svg: documentOf(head, body, title, theme) }));
    });
  } finally {
    await server.close();
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/** Joins a rendered component, its styles and the colors of a theme to an SVG document. */
function documentOf(head: string, body: string, title: string, theme: GroundPicture['theme']): string {
  const styles = [...head.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => css).join('');
  const rendered = body.replace(/<!--[^]*?-->/g, '').trim();
  const opening = /^<svg[^>]*viewBox="0 0 (\d+) \1"[^>]*>([^]*)<\/svg>$/.exec(rendered);
  if (!opening) throw new Error(`the ground of ${title} is not one square svg`);
  const [, size, inside = ''] = opening;
  const drawn = mergePaths(inside, styles, Number(size));
  const used = new Set<string>();
  const colors = colorsOf(title, theme);
  const use = (css: string): void => {
    for (const [, name = ''] of css.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      use(colors.get(name) ?? '');
    }
  };
  use(styles + drawn);
  const variables = [...colors].filter(([name]) => used.has(name)).map(([name, value]) => `${name}:${value}`);
  const css = `svg{${variables.join(';')}}${styles.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ')}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}">` +
    `<style>${css}</style>${drawn}</svg>`
  );
}

/** Returns the CSS variables of a theme, from the common tokens and those of the title. */
function colorsOf(title: string, theme: GroundPicture['theme']): Map<string, string> {
  const colors = new Map<string, string>();
  for (const file of [join(root, 'src/styles/tokens.css'), join(games, title, 'board/tokens.css')]) {
    if (!existsSync(file)) continue;
    const css = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');
    for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const list = selectors.split(',').map((one) => one.trim());
      if (!list.includes(':root')) continue;
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
        const [, day, night] = /^light-dark\(([^,]+), ([^,]+)\)$/.exec(value) ?? [undefined, value, value];
        colors.set(name, (theme === 'day' ? day : night) ?? '');
      }
    }
  }
  return colors;
}
