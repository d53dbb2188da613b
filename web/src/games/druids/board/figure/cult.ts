const sun = ['belenus', 'grannus', 'sulis'];
const moon = ['arianrhod', 'cerridwen', 'nantosuelta'];

/** The cult of a spirit's drawing. */
export function cultOf(figure: string): 'sun' | 'moon' | 'none' {
  if (sun.includes(figure)) return 'sun';
  return moon.includes(figure) ? 'moon' : 'none';
}
