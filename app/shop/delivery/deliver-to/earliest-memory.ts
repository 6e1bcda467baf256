import type { Clock } from '#platform/clock.ts'
import { minuteMs } from '#platform/durations.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import type { EarliestAnswer } from './earliest.endpoints.ts'

/** Where the browser keeps what was answered, for one visit. */
export const earliestKey = 'cakewala:earliest'

/** How long an answer is shown before the shop is asked again, in ms. */
export const rememberedMs = 5 * minuteMs
/** The newest of them: one each for the header, the cart and the last cakes. */
const mostRemembered = 10

/** Where to, and which lines, as the call's query has them. */
export interface EarliestAsked {
  pincode: string
  lines: string
}

interface Remembered {
  /** When it was answered, in ms. */
  at: number
  answer: EarliestAnswer
}

interface MemoryDeps {
  clock: Clock
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Asks the shop; null when it does not answer. */
  ask: (asked: EarliestAsked) => Promise<EarliestAnswer | null>
}

/** Answers of the shop that are not asked for with every page: each question once in five minutes. */
export function createEarliestMemory({ clock, storage, ask }: MemoryDeps) {
  const isFresh = ({ at }: Remembered) => {
    const age = clock.now().getTime() - at
    return age >= 0 && age < rememberedMs
  }
  const answers = new Map(rememberedIn(storage).filter(([, remembered]) => isFresh(remembered)))
  const asking = new Map<string, Promise<EarliestAnswer | null>>()
  const listeners = new Set<() => void>()

  function remember(key: string, answer: EarliestAnswer) {
    answers.delete(key)
    answers.set(key, { at: clock.now().getTime(), answer })
    for (const oldest of [...answers.keys()].slice(0, -mostRemembered)) answers.delete(oldest)
    writeStored(storage, earliestKey, [...answers])
    for (const listener of listeners) listener()
  }

  async function askShop(key: string, asked: EarliestAsked) {
    const answer = await ask(asked)
    asking.delete(key)
    if (answer) remember(key, answer)
    return answer
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** What was answered last; null before. */
    answerTo: (asked: EarliestAsked) => answers.get(keyOf(asked))?.answer ?? null,
    /** The answer, asked for if it is not fresh; null when the shop does not answer. */
    refresh(asked: EarliestAsked): Promise<EarliestAnswer | null> {
      const key = keyOf(asked)
      const remembered = answers.get(key)
      if (remembered && isFresh(remembered)) return Promise.resolve(remembered.answer)
      const answer = asking.get(key) ?? askShop(key, asked)
      asking.set(key, answer)
      return answer
    },
  }
}

function keyOf({ pincode, lines }: EarliestAsked): string {
  return `${pincode} ${lines}`
}

function rememberedIn(storage: MemoryDeps['storage']): [string, Remembered][] {
  const stored = readStored(storage, earliestKey)
  return Array.isArray(stored) ? stored.filter(isRemembered) : []
}

function isRemembered(stored: unknown): stored is [string, Remembered] {
  if (!Array.isArray(stored) || typeof stored[0] !== 'string') return false
  const { at, answer } = (stored[1] ?? {}) as Partial<Remembered>
  return typeof at === 'number' && typeof answer?.hasZones === 'boolean'
}
