import { lazyPart } from '#ui/lazy-part.tsx'
import { normaliseName } from './name-on-cake.ts'

// Most cakes have no name yet, and many never get one.
const IcingDrawing = lazyPart(async () => (await import('./icing-drawing.tsx')).IcingDrawing)

interface IcingProps {
  /** What is piped; nothing is drawn for '', nor for scripts that are piped by hand. */
  name: string
}

/** The name on the cake as icing over the picture of its nearest positioned ancestor. Screen readers read the text beside it. */
export function Icing({ name }: IcingProps) {
  const tidy = normaliseName(name)
  return tidy === '' ? null : <IcingDrawing name={tidy} />
}
