import type { CSSProperties } from 'react'
import { preload } from 'react-dom'
import type { Picture } from './picture.schema.ts'
import { picturePath, pictureWidths } from './picture-sizes.ts'

/** The shop sends AVIF under these addresses to browsers that accept it. */
function srcSet(id: string) {
  return pictureWidths.map((width) => `${picturePath(id, width, 'webp')} ${width}w`).join(', ')
}

/** Fetches the picture that is seen first before the browser reads the page to its end. */
export function preloadPicture({ id }: Picture, sizes: string) {
  preload(picturePath(id, 640, 'webp'), {
    as: 'image',
    imageSrcSet: srcSet(id),
    imageSizes: sizes,
    fetchPriority: 'high',
  })
}

interface CakePictureProps {
  picture: Picture
  /** How wide it is shown, as in the `sizes` attribute: '(min-width: 768px) 25vw, 50vw'. */
  sizes: string
  /** Above the fold: loaded first. */
  priority?: boolean
  /** What is read out instead of its own words: nothing, where the text beside it says enough. */
  alt?: string
  className?: string
  style?: CSSProperties
}

export function CakePicture(props: CakePictureProps) {
  const { picture, sizes, priority, alt = picture.alt, className = '', style } = props
  return (
    <img
      src={picturePath(picture.id, 640, 'webp')}
      srcSet={srcSet(picture.id)}
      sizes={sizes}
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading={priority ? undefined : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding={priority ? undefined : 'async'}
      className={`bg-cover object-cover ${className}`}
      style={{
        backgroundColor: picture.colour,
        backgroundImage: picture.placeholder && `url("${picture.placeholder}")`,
        ...style,
      }}
    />
  )
}
