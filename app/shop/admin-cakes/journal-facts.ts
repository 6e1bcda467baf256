import type { ShelfCake } from './shelf-cake.ts'

type Facts = Omit<ShelfCake, '_id' | 'pictures' | 'updatedAt'>

/** What the journal keeps of a cake: what the baker gave, and not what was made of it. */
export function journalFacts(cake: ShelfCake): Facts {
  const { _id, pictures: _pictures, updatedAt: _updatedAt, ...facts } = cake
  return facts
}

/** The fields in which two states of a cake differ, each as it was and as it is; null when they are alike. */
export function journalChange(was: ShelfCake, is: ShelfCake) {
  const before = journalFacts(was)
  const after = journalFacts(is)
  const changed = (Object.keys(after) as (keyof Facts)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length === 0) return null
  return { before: pick(before, changed), after: pick(after, changed) }
}

function pick(facts: Facts, fields: (keyof Facts)[]) {
  return Object.fromEntries(fields.map((field) => [field, facts[field]]))
}
