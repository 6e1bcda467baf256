import type { ReactNode } from 'react'
import type { PhotoKind } from '#shop/orders/photos/photo-kind.ts'
import { Moment } from '#shop/values/moment.tsx'

const alts: Record<PhotoKind, string> = {
  leaving: 'The order, before it leaves',
  door: 'The order, at the door',
}

const captions: Record<PhotoKind, string> = {
  leaving: 'Taken before it leaves, on ',
  door: 'Taken at the door, on ',
}

interface PhotoFigureProps {
  kind: PhotoKind
  /** Taken at the door before the order went out once more. */
  isEarlierTry?: boolean
  src: string
  /** ISO 8601 */
  takenAt: string
  children?: ReactNode
}

/** A photo of an order, and when and where it was taken. */
export function PhotoFigure({ kind, isEarlierTry, src, takenAt, children }: PhotoFigureProps) {
  return (
    <figure className="grid gap-3">
      <img
        src={src}
        alt={alts[kind]}
        className="max-h-128 w-full rounded-card bg-blush object-contain"
      />
      <figcaption className="text-sm text-cocoa-soft">
        {isEarlierTry ? 'An earlier try: taken at the door on ' : captions[kind]}
        <Moment at={takenAt} />
      </figcaption>
      {children}
    </figure>
  )
}
