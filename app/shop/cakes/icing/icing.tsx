import { lazyPart } from '#ui/lazy-part.tsx'
import { nameError, normaliseName } from './name-on-cake.ts'

// Most cakes have no name yet, and many never get one.
const IcingDrawing = lazyPart(async () => (await import('./icing-drawing.tsx')).IcingDrawing)

interface IcingProps {
  /** As it is typed. Nothing is drawn for a name that cannot be piped, nor for scripts that are piped by hand. */
  name: string
}

/** The name on the cake as icing over the picture of its nearest positioned ancestor. Screen readers read the text beside it. */
export function Icing({ name }: IcingProps) {
  if (name === '' || nameError(name) !== null) return null
  return <IcingDrawing name={normaliseName(name)} />
}
