import { LRUCache } from 'lru-cache'
import type { Database } from '#platform/database/database.server.ts'
import { type CakeFilter, type FilterChoices, sortsByPrice } from './cake-search.ts'
import type { CakeSummary } from './cake-summary.ts'
import { readCard } from './card-rows.store.server.ts'
import { createKnownSearches } from './known-searches.server.ts'
import { nearestWord } from './nearest-word.ts'
import { type OnShow, readNameWords, readOnShow } from './on-show.store.server.ts'
import { type Counted, type FoundPage, findCakes, type Which } from './search-cakes.store.server.ts'

/** Words of names that typing is compared with, the most frequent ones: comparing takes a millisecond for some thousand. */
const comparedWords = 5_000

/** Of so many searches it is kept what they find, and of so many texts what was meant: some hundred KB. */
const keptSearches = 2_000

export interface FoundCakes<Card = CakeSummary> extends FoundPage<Card> {
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
  const meanings = keptUntilForgotten(async () =>
    meaningsIn(await readNameWords(db, comparedWords)),
  )
  const known = keptUntilForgotten(async () => createKnownSearches(keptSearches))

  async function findParts(parts: string[], search: CakeFilter, which: Which): Promise<FoundPage> {
    const [shelf, searches] = await Promise.all([onShow.read(), known.read()])
    const { begins, counted = countedAlready(parts, search, shelf) } = searches.of(parts, search)
    const wanted = { ...search, ...soughtIn(shelf, search), parts, counted, begins }
    const { first, ...page } = await findCakes(db, wanted, which)
    searches.note(parts, search, page, which.after ? undefined : first)
    return page
  }

  async function findTexts(search: CakeFilter, which: Which): Promise<FoundCakes<string>> {
    const text = search.text.toLowerCase()
    const exact = await findParts(text ? [text] : [], search, which)
    const meant = exact.count === 0 && text ? (await meanings.read())(text) : null
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
      meanings.forget()
      known.forget()
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

/** How many there are of a category, with or without egg, is known of all. */
function countedAlready(parts: string[], search: CakeFilter, shelf: OnShow): Counted | undefined {
  const isOfKind = parts.length === 0 && search.flavour === 'all' && search.price === null
  return isOfKind ? { count: countOfKind(search, shelf), hasMore: false } : undefined
}

/** The flavours that are meant, and how many cakes an order has: prices are in order within each category, too. */
function soughtIn(shelf: OnShow, { flavour, category, sort }: CakeFilter) {
  return {
    flavours: flavour === 'all' ? null : flavoursWith(flavour, shelf),
    among: countOfKind({ category: sortsByPrice(sort) ? category : 'all', egg: 'all' }, shelf),
  }
}

function countOfKind(
  { category, egg }: Pick<CakeFilter, 'category' | 'egg'>,
  { kinds }: OnShow,
): number {
  return kinds
    .filter((kind) => category === 'all' || kind.category === category)
    .filter((kind) => egg === 'all' || kind.egg === egg)
    .reduce((sum, { count }) => sum + count, 0)
}

function flavoursWith(part: string, { flavours }: OnShow): string[] {
  const wanted = part.toLowerCase()
  return flavours.filter((flavour) => flavour.toLowerCase().includes(wanted))
}

/** The words of a text, each that no name has replaced by the nearest one; null when one has none near. */
type Meaning = (text: string) => string[] | null

function meaningsIn(known: readonly string[]): Meaning {
  const nearest = (word: string) =>
    known.some((one) => one.includes(word)) ? word : nearestWord(word, known)
  const kept = new LRUCache<string, { words: string[] | null }>({
    max: keptSearches,
    memoMethod(text) {
      const meant = text.split(/\s+/).map(nearest)
      return { words: meant.every((word) => word !== null) ? meant : null }
    },
  })
  return (text) => kept.memo(text).words
}

const byName = new Intl.Collator('en-IN')
const inOrder = (names: Iterable<string>) => [...names].sort(byName.compare)
