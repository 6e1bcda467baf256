/** Chance that is the same for the same seed. */
export interface Random {
  /** From 0 up to, but without, 1. */
  next(): number
  /** A whole number from 0 up to, but without, `end`. */
  below(end: number): number
  /** True once in `times`. */
  once(times: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32: small, and random enough to choose what to try next. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    once: (times) => below(times) === 0,
    pick<T>(choices: readonly T[]) {
      if (choices.length === 0) throw new Error('there is nothing to choose from')
      return choices[below(choices.length)] as T
    },
  }
}
