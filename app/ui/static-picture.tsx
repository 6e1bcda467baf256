/** What an import such as './pictures/hero.webp?w=640;1280&format=avif;webp&as=picture' gives. */
export interface StaticPictureSource {
  sources: { avif: string; webp: string }
  img: { src: string; w: number; h: number }
}

interface StaticPictureProps {
  picture: StaticPictureSource
  alt: string
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string
  /** Above the fold: fetched at once and first. */
  priority?: boolean
  className?: string
}

/** A picture that is part of the site and was encoded when it was built. */
export function StaticPicture({ picture, alt, sizes, priority, className }: StaticPictureProps) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={picture.sources.avif} sizes={sizes} />
      <img
        src={picture.img.src}
        srcSet={picture.sources.webp}
        sizes={sizes}
        alt={alt}
        width={picture.img.w}
        height={picture.img.h}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'auto' : 'async'}
        className={className}
      />
    </picture>
  )
}
