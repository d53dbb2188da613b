import { scheduleSound } from './schedule';
import { sounds, type SoundName } from './sounds';

interface SoundChoices {
  readonly sound: boolean;
  /** From 0 to 1. */
  readonly volume: number;
}

interface SoundHost {
  /** Makes the sound output; undefined if the browser has none. */
  createContext(): AudioContext | undefined;
  hidden(): boolean;
}

/** The output rests after this time without a sound, in milliseconds. It would use the battery of a phone all the time otherwise. */
const restAfter = 2000;

/** Plays the sounds of the game through one sound output. It is silent until the first touch or key, as browsers demand. */
export class SoundPlayer {
  private context: AudioContext | undefined;
  private allowed = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly choices: SoundChoices,
    private readonly host: SoundHost,
  ) {}

  /** Starts the sound output. Browsers allow that during a touch or key press only, so call it on each of them. */
  readonly unlock = (): void => {
    if (this.allowed || !this.choices.sound) return;
    this.context ??= this.host.createContext();
    this.context?.resume().then(
      () => {
        this.allowed = true;
        this.restLater();
      },
      // Not allowed yet: the next press tries again.
      () => undefined,
    );
  };

  /** Plays a sound, unless sound is off, not allowed yet, or the page is hidden; `evenHidden` plays it there, too. */
  async play(name: SoundName, evenHidden = false): Promise<void> {
    const { context, choices } = this;
    if (!context || !this.allowed || !choices.sound || choices.volume === 0) return;
    if (!evenHidden && this.host.hidden()) return;
    this.restLater();
    if (context.state !== 'running') await context.resume();
    const volume = context.createGain();
    // The ear hears ratios, so the middle of the slider is a quarter of the amplitude.
    volume.gain.value = choices.volume ** 2;
    volume.connect(context.destination);
    scheduleSound(context, volume, sounds[name], context.currentTime);
  }

  private restLater(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => void this.context?.suspend(), restAfter);
  }
}
