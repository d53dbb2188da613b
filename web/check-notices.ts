import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Fails the build if it bundles a package that THIRD_PARTY_NOTICES does not name. */
export const checkNotices: Plugin = {
  name: 'check-notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const notices = readFileSync(new URL('../THIRD_PARTY_NOTICES', import.meta.url), 'utf8');
    for (const id of Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
      if (name !== undefined && !notices.includes(`\n${name} `)) {
        this.error(`${name} is bundled, but THIRD_PARTY_NOTICES does not name it: see cmd/gen-notices`);
      }
    }
  },
};
