import type { DrawnDesign } from './drawn-design.ts'

export interface CakeDesignerProps {
  /** The name on the cake, which the preview shows in icing. */
  bname: string
  /** The design was drawn and kept: its picture can be ordered. */
  onUse: (drawn: DrawnDesign) => void
}

/** Shapes, tiers, colours and toppings to put a cake together from. */
export function CakeDesigner(_props: CakeDesignerProps) {
  return null
}
