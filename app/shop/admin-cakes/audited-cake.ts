import type { AdminCake } from './admin-cake.ts'

type Facts = Omit<AdminCake, '_id' | 'pictures' | 'updatedAt'>

/** What the journal keeps of a cake: what the baker gave, and not what was made of it. */
export function auditedCake(cake: AdminCake): Facts {
  const { _id, pictures: _pictures, updatedAt: _updatedAt, ...facts } = cake
  return facts
}

/** The fields in which two states of a cake differ, each as it was and as it is; null when they are alike. */
export function changedFieldsOfCake(was: AdminCake, is: AdminCake) {
  const before = auditedCake(was)
  const after = auditedCake(is)
  const changed = (Object.keys(after) as (keyof Facts)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length === 0) return null
  return { before: pick(before, changed), after: pick(after, changed) }
}

function pick(facts: Facts, fields: (keyof Facts)[]) {
  return Object.fromEntries(fields.map((field) => [field, facts[field]]))
}
