let audio: AudioContext | undefined;
let isAllowed = false;
let resting: ReturnType<typeof setTimeout> | undefined;

/** The bell's last tone has died away after this time, in milliseconds. */
const bellLasts = 1500;

/** Browsers allow sound only after user input, so call this on every touch or key. */
export function unlockAudio(): void {
  if (isAllowed) return;
  audio ??= new AudioContext();
  void audio.resume().then(() => {
    isAllowed = true;
    restLater();
  });
}

/** Plays two soft bell strokes; silent if sound is not allowed. */
export async function ring(): Promise<void> {
  if (!audio || !isAllowed) return;
  restLater();
  await audio.resume();
  stroke(audio, 659.25, 0);
  stroke(audio, 987.77, 0.16);
}

/** Suspends the sound output after the bell. It would otherwise use the processor, and a phone's battery, all the time. */
function restLater(): void {
  clearTimeout(resting);
  resting = setTimeout(() => void audio?.suspend(), bellLasts);
}

function stroke(context: AudioContext, pitch: number, after: number): void {
  const start = context.currentTime + after;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.16, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 1.1);
  volume.connect(context.destination);
  for (const [times, share] of [
    [1, 1],
    [2.76, 0.25],
  ] as const) {
    const tone = context.createOscillator();
    const part = context.createGain();
    part.gain.value = share;
    tone.frequency.value = pitch * times;
    tone.connect(part).connect(volume);
    tone.start(start);
    tone.stop(start + 1.2);
  }
}
