import { load, save } from '../environment/storage';

/** The event with which Chromium offers to install the page. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

const storageKey = 'nemeton.install';

/** Returns true if this page runs as an installed app. Safari has a member of its own for that. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** Returns true on an iPhone or iPad, where the reader installs the app by hand and it shares nothing with the browser. */
export function isApple(): boolean {
  return 'standalone' in navigator && navigator.maxTouchPoints > 1;
}

/** How this browser installs the client as an app, and whether the reader was asked. */
class Install {
  private prompt: InstallPrompt | null = $state.raw(null);
  private asked = $state(load(storageKey) !== null);

  /** By the browser's own prompt, by hand on an iPhone or iPad, or not at all. */
  get way(): 'prompt' | 'apple' | 'none' {
    if (isInstalled()) return 'none';
    if (this.prompt) return 'prompt';
    return isApple() ? 'apple' : 'none';
  }

  /** The note about the app can be shown: on touch screens, until the reader has dismissed it. */
  get worthANote(): boolean {
    return !this.asked && this.way !== 'none' && matchMedia('(pointer: coarse)').matches;
  }

  /** Keeps the browser's prompt for the button. Returns the function that stops this. */
  watch(): () => void {
    const offered = (event: Event): void => {
      event.preventDefault();
      this.prompt = event as InstallPrompt;
    };
    const done = (): void => {
      this.prompt = null;
    };
    addEventListener('beforeinstallprompt', offered);
    addEventListener('appinstalled', done);
    return () => {
      removeEventListener('beforeinstallprompt', offered);
      removeEventListener('appinstalled', done);
    };
  }

  /** Shows the browser's prompt. A prompt can be shown once. */
  async ask(): Promise<void> {
    const shown = this.prompt;
    this.prompt = null;
    await shown?.prompt();
  }

  dismiss(): void {
    this.asked = true;
    save(storageKey, 'asked');
  }
}

export const install = new Install();
