import type { Voice } from './sounds';

/**
 * Schedules the voices of a sound on an audio context, from the time `start` of its clock in seconds, into the node `out`. A test runs this
 * function alone in a page, so it uses nothing of this module.
 */
export function scheduleSound(
  context: BaseAudioContext,
  out: AudioNode,
  voices: readonly Voice[],
  start: number,
): void {
  /** Exponential ramps cannot reach 0. */
  const silence = 0.0001;
  for (const { wave, pitch, to = pitch, narrow = 1, at, rise, fall, loud } of voices) {
    const from = start + at / 1000;
    const peak = from + rise / 1000;
    const end = peak + fall / 1000;
    const level = context.createGain();
    level.gain.setValueAtTime(silence, from);
    level.gain.linearRampToValueAtTime(loud, peak);
    level.gain.exponentialRampToValueAtTime(silence, end);
    level.connect(out);
    if (wave === 'noise') {
      const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * (end - from)), context.sampleRate);
      const samples = buffer.getChannelData(0);
      // The same noise each time (Lehmer's generator), so that tests can compare sounds.
      let state = 1;
      for (let i = 0; i < samples.length; i++) {
        state = (state * 48271) % 2147483647;
        samples[i] = state / 1073741823.5 - 1;
      }
      const source = context.createBufferSource();
      source.buffer = buffer;
      const band = context.createBiquadFilter();
      band.type = 'bandpass';
      band.Q.value = narrow;
      band.frequency.setValueAtTime(pitch, from);
      band.frequency.exponentialRampToValueAtTime(to, end);
      source.connect(band).connect(level);
      source.start(from);
      source.stop(end);
    } else {
      const tone = context.createOscillator();
      tone.type = wave;
      tone.frequency.setValueAtTime(pitch, from);
      tone.frequency.exponentialRampToValueAtTime(to, end);
      tone.connect(level);
      tone.start(from);
      tone.stop(end);
    }
  }
}
