let audio: AudioContext | undefined;

/** Browsers allow sound only after user input, so call this on the first touch or key. */
export function unlockAudio(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Plays two soft bell strokes; silent if sound is not allowed. */
export function ring(): void {
  if (audio?.state !== 'running') return;
  stroke(audio, 659.25, 0);
  stroke(audio, 987.77, 0.16);
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
