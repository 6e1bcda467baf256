import { useEffect, useState } from 'react'
import { Icing } from '#shop/icing/icing.tsx'
import { type CakeDesign, designDescription } from './cake-design.ts'
import { designImage } from './cake-design-image.ts'
import { drawCake } from './draw-cake.ts'

/** The delay before a screen reader announces the cake, so that arrow keys do not interrupt each other, ms. */
const restMs = 1200

/** The cake with its name, and what it is in words; another one comes softly over the one before. */
export function CakeDesignPreview({ design, bname }: { design: CakeDesign; bname: string }) {
  const words = designDescription(design)
  const [{ image, before }, setImages] = useState(() => ({
    image: designImage(drawCake(design)),
    before: '',
  }))
  const [announcement, setAnnouncement] = useState('')
  const [first] = useState(words)

  useEffect(() => {
    const next = designImage(drawCake(design))
    setImages((now) => (now.image === next ? now : { image: next, before: now.image }))
  }, [design])

  useEffect(() => {
    const timer = setTimeout(
      () => setAnnouncement((now) => (now === '' && words === first ? '' : words)),
      restMs,
    )
    return () => clearTimeout(timer)
  }, [words, first])

  return (
    <figure>
      <div className="relative overflow-hidden rounded-card shadow-soft">
        {before !== '' && (
          <img
            src={before}
            alt=""
            width={960}
            height={960}
            className="absolute inset-0 size-full"
          />
        )}
        <img
          key={image}
          src={image}
          alt={words}
          width={960}
          height={960}
          className="relative aspect-square w-full transition-opacity duration-300 starting:opacity-0"
        />
        <Icing name={bname} />
      </div>
      <figcaption
        aria-hidden="true"
        className="mt-2 hidden text-center text-sm text-cocoa-soft @min-[640px]:block"
      >
        {words}
      </figcaption>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </figure>
  )
}
