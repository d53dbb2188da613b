/** A point of the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** A page in a browser other than Chromium. It has only the abilities that two protocols share, so that one test serves all engines. */
export interface EnginePage {
  /** The name and version of the browser. */
  readonly browser: string;
  /** The address of the server as this browser reaches it. */
  readonly server: string;
  /** Opens a path of the server and waits until the page is loaded. */
  open(path: string): Promise<void>;
  /** Calls a function in the page and returns its result, or the result of its promise. Argument and result are JSON. */
  evaluate<R>(call: () => R): Promise<Awaited<R>>;
  evaluate<R, A>(call: (arg: A) => R, arg: A): Promise<Awaited<R>>;
  /** Clicks with the mouse. */
  click(at: Point): Promise<void>;
  /** Types a text into the focused field. */
  type(text: string): Promise<void>;
  /** Returns a picture of the window as PNG. */
  picture(): Promise<Buffer>;
  /** Returns the console errors, uncaught errors and violations of the content policy until now. */
  faults(): Promise<string[]>;
  /** Ends the browser and removes its files. */
  close(): Promise<void>;
}

/** This is the size of the window, in CSS pixels. */
export const windowSize = { width: 1280, height: 800 };

/** Returns the input actions of a click: WebDriver and WebDriver BiDi have the same ones. */
export function clickActions({ x, y }: Point): object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

/** Returns the input actions that type a text. */
export function typeActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}
