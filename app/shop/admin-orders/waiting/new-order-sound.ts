import { createStored } from '#ui/browser-storage.ts'

/** The two tones: Hz, and when each begins and ends, in seconds. */
const tones = [
  { pitch: 659.25, from: 0, until: 0.35 },
  { pitch: 880, from: 0.16, until: 0.7 },
] as const
const loudness = 0.12
// An exponential ramp cannot begin or end at nothing.
const silence = 0.0001

let audio: AudioContext | undefined
let isWaiting = false

/** Two soft tones. Waits for the next press where the browser allows no sound before one; never throws. */
export async function playNewOrderSound() {
  // Those that wait together are one.
  if (isWaiting) return
  isWaiting = true
  try {
    audio ??= new AudioContext()
    await audio.resume()
    sound(audio)
  } catch {
    // No sound here; what has come in is shown as well.
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

/** Whether this browser shall make a sound when an order comes in; not at first. */
export const soundSetting = createStored('cakewala:order-sound', (stored) => stored === true)
