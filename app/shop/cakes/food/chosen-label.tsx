import type { Cake } from '../cake.schema.ts'
import type { ChosenText } from '../chosen.ts'
import { LabelRows } from './egg-mark.tsx'
import { factsOf, labelRows } from './food-facts.ts'

interface ChosenLabelProps {
  cake: Cake
  chosen: readonly ChosenText[]
  /** The shop's own licence. */
  fssai: string
  className: string
}

/** What a label says of a cake that was chosen so. */
export function ChosenLabel({ cake, chosen, fssai, className }: ChosenLabelProps) {
  const rows = labelRows(factsOf(cake, chosen), { weights: cake.weight, fssai })
  return <LabelRows rows={rows} className={className} />
}
