/** The parts of a PostCSS declaration that the plugin uses. */
interface Declaration {
  value: string;
  parent?: { type: string; name?: string } | undefined;
}

/**
 * A PostCSS plugin. It adds the property --weight-shift to every font weight, so that `src/styles/tokens.css` corrects the weights in
 * browsers that draw texts lighter or heavier. Declarations of font files keep their weights.
 */
export const textWeights = {
  postcssPlugin: 'text-weights',
  Declaration: {
    'font-weight': (declaration: Declaration): void => add(declaration, /^\d+$/),
    font: (declaration: Declaration): void => add(declaration, /^\d+(?=\s)/),
  },
};

function add(declaration: Declaration, weight: RegExp): void {
  const { parent, value } = declaration;
  if (parent?.type === 'atrule' && parent.name === 'font-face') return;
  if (weight.test(value)) declaration.value = value.replace(weight, (it) => `calc(${it} + var(--weight-shift))`);
}
