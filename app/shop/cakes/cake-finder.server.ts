import type { Database } from '#platform/database/database.server.ts'
import type { CakeFilter, FilterChoices } from './cake-search.ts'
import type { CardCake } from './card-cake.ts'
import { readCard } from './card-rows.store.server.ts'
import { nearestWord } from './nearest-word.ts'
import {
  type FoundPage,
  findCakes,
  type OnShow,
  readNameWords,
  readOnShow,
  type Which,
} from './search-cakes.store.server.ts'

/** Words of names that typing is compared with, the most frequent ones: comparing takes a millisecond for some thousand. */
const comparedWords = 5_000

export interface FoundCakes<Card = CardCake> extends FoundPage<Card> {
  /** Whether no name has the text as it was typed, and these have what was probably meant. */
  isNear: boolean
}

/** Finds cakes on show, for as long as it is told of changes: what a catalogue has to choose from is read once and kept. */
export interface CakeFinder {
  find(search: CakeFilter, which: Which): Promise<FoundCakes>
  /** As `find`, each card as the JSON text that the API answers. */
  findTexts(search: CakeFilter, which: Which): Promise<FoundCakes<string>>
  choices(): Promise<FilterChoices>
  /** After any change of cakes. */
  forget(): void
}

export function createCakeFinder(db: Database): CakeFinder {
  const onShow = keptUntilForgotten(() => readOnShow(db))
  const words = keptUntilForgotten(() => readNameWords(db, comparedWords))

  async function findParts(parts: string[], search: CakeFilter, which: Which): Promise<FoundPage> {
    const shelf = await onShow.read()
    const flavours = search.flavour === 'all' ? null : flavoursWith(search.flavour, shelf)
    const isOfKind = parts.length === 0 && flavours === null && search.price === null
    const count = isOfKind ? countOfKind(search, shelf) : undefined
    return findCakes(db, { ...search, parts, flavours, count }, which)
  }

  async function findTexts(search: CakeFilter, which: Which): Promise<FoundCakes<string>> {
    const text = search.text.toLowerCase()
    const exact = await findParts(text ? [text] : [], search, which)
    const meant = exact.count === 0 && text ? meantBy(text, await words.read()) : null
    if (meant === null) return { ...exact, isNear: false }
    const near = await findParts(meant, search, which)
    return { ...near, isNear: near.count > 0 }
  }

  return {
    findTexts,
    async find(search, which) {
      const { cakes, ...found } = await findTexts(search, which)
      return { ...found, cakes: cakes.map(readCard) }
    },
    async choices() {
      const { kinds, flavours, mostRupees } = await onShow.read()
      return {
        categories: inOrder(new Set(kinds.map(({ category }) => category))),
        flavours: inOrder(flavours),
        mostRupees,
      }
    },
    forget() {
      onShow.forget()
      words.forget()
    },
  }
}

/** A value that is read when it is first asked for, and anew after it was forgotten. */
function keptUntilForgotten<Value>(read: () => Promise<Value>) {
  let kept: Promise<Value> | null = null
  const forget = () => {
    kept = null
  }
  return {
    forget,
    read() {
      if (kept) return kept
      const reading = read()
      kept = reading
      reading.catch(() => {
        if (kept === reading) forget()
      })
      return reading
    },
  }
}

function countOfKind({ category, egg }: CakeFilter, { kinds }: OnShow): number {
  return kinds
    .filter((kind) => category === 'all' || kind.category === category)
    .filter((kind) => egg === 'all' || kind.egg === egg)
    .reduce((sum, { count }) => sum + count, 0)
}

function flavoursWith(part: string, { flavours }: OnShow): string[] {
  const wanted = part.toLowerCase()
  return flavours.filter((flavour) => flavour.toLowerCase().includes(wanted))
}

/** The words of a text, each that no name has replaced by the nearest one; null when one has none near, or all are as typed. */
function meantBy(text: string, known: readonly string[]): string[] | null {
  const typed = text.split(/\s+/)
  const meant = typed.map((word) =>
    known.some((one) => one.includes(word)) ? word : nearestWord(word, known),
  )
  return meant.every((word) => word !== null) ? meant : null
}

const byName = new Intl.Collator('en-IN')
const inOrder = (names: Iterable<string>) => [...names].sort(byName.compare)
