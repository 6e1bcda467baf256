import { lazy, Suspense } from 'react'
import { normaliseName } from './name-on-cake.ts'

// Most cakes have no name yet, and many never get one.
const IcingDrawing = lazy(async () => ({
  default: (await import('./icing-drawing.tsx')).IcingDrawing,
}))

interface IcingProps {
  /** What is piped; nothing is drawn for '', nor for scripts that are piped by hand. */
  name: string
}

/** The name on the cake as icing over the picture of its nearest positioned ancestor. Screen readers read the text beside it. */
export function Icing({ name }: IcingProps) {
  const tidy = normaliseName(name)
  if (tidy === '') return null
  return (
    <Suspense>
      <IcingDrawing name={tidy} />
    </Suspense>
  )
}
