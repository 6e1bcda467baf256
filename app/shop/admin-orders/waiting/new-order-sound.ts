import { createStored } from '#ui/browser-storage.ts'

/** Hz, and start and end in seconds. */
const tones = [
  { pitch: 659.25, from: 0, until: 0.35 },
  { pitch: 880, from: 0.16, until: 0.7 },
] as const
const loudness = 0.12
// An exponential ramp cannot start or end at 0.
const silence = 0.0001

let audio: AudioContext | undefined
let isWaiting = false

/** Two soft tones. Waits for the next press if the browser requires one; never throws. */
export async function playNewOrderSound() {
  // Waiting sounds are played once.
  if (isWaiting) return
  isWaiting = true
  try {
    audio ??= new AudioContext()
    await audio.resume()
    sound(audio)
  } catch {
    // No sound in this browser; new orders are shown as well.
  }
  isWaiting = false
}

function sound(context: AudioContext) {
  for (const { pitch, from, until } of tones) {
    const start = context.currentTime + from
    const end = context.currentTime + until
    const volume = new GainNode(context, { gain: silence })
    volume.gain.setValueAtTime(silence, start)
    volume.gain.exponentialRampToValueAtTime(loudness, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(silence, end)
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch })
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(end)
  }
}

/** Per browser; off by default. */
export const soundSetting = createStored('cakewala:order-sound', (stored) => stored === true)
