import type { EnginePage } from './engine-page';

/** The abilities of a page that a measurement needs. */
export type Measured = Pick<EnginePage, 'evaluate' | 'picture'>;

/** The amount of ink of a text: the part of its square em that is covered, summed over its letters. */
export interface Ink {
  regular: number;
  bold: number;
}

/** Measures a paragraph and a heading of the same size on a picture of the page. */
export async function inkOf(page: Measured, theme: 'day' | 'night'): Promise<Ink> {
  const boxes = await page.evaluate(async (theme) => {
    document.documentElement.dataset.theme = theme;
    const sheet = document.createElement('div');
    Object.assign(sheet.style, {
      position: 'fixed',
      inset: '0',
      padding: '40px',
      zIndex: '1000',
      background: 'var(--sheet)',
      color: 'var(--ink)',
    });
    document.body.append(sheet);
    const texts = ['p', 'h3'].map((tag) => {
      const text = document.createElement(tag);
      Object.assign(text.style, { fontSize: '16px', width: 'max-content', padding: '8px' });
      text.textContent = 'Hamburgefonstiv 0123456789';
      sheet.append(text);
      return text;
    });
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames++) await new Promise((painted) => requestAnimationFrame(painted));
    return texts.map((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      return { x, y, width, height };
    });
  }, theme);
  const picture = `data:image/png;base64,${(await page.picture()).toString('base64')}`;
  const [regular = 0, bold = 0] = await page.evaluate(
    async ({ picture, boxes }) => {
      const image = new Image();
      image.src = picture;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const drawing = canvas.getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('no canvas');
      drawing.drawImage(image, 0, 0);
      const sheet = document.body.lastElementChild;
      const color = sheet ? getComputedStyle(sheet).color : '';
      const ink = Number(/\d+/.exec(color)?.[0]);
      sheet?.remove();
      return boxes.map(({ x, y, width, height }) => {
        const { data } = drawing.getImageData(x, y, Math.ceil(width), Math.ceil(height));
        const ground = data[0] ?? 0;
        let sum = 0;
        for (let i = 0; i < data.length; i += 4) sum += ((data[i] ?? ground) - ground) / (ink - ground);
        return sum / 16 ** 2;
      });
    },
    { picture, boxes },
  );
  return { regular, bold };
}
