import { preload } from 'react-dom'
import type { Picture } from './picture.schema.ts'
import { type PictureFormat, picturePath, pictureWidths } from './picture-sizes.ts'

function srcSet(id: string, format: PictureFormat) {
  return pictureWidths.map((width) => `${picturePath(id, width, format)} ${width}w`).join(', ')
}

/** Fetches the picture that is seen first before the browser reads the page to its end. */
export function preloadPicture({ id }: Picture, sizes: string) {
  preload(picturePath(id, 640, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: srcSet(id, 'avif'),
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
  /** Not read out, where the text beside it says enough. */
  decorative?: boolean
  className?: string
}

export function CakePicture(props: CakePictureProps) {
  const { picture, sizes, priority, decorative, className = '' } = props
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSet(picture.id, 'avif')} sizes={sizes} />
      <img
        src={picturePath(picture.id, 640, 'webp')}
        srcSet={srcSet(picture.id, 'webp')}
        sizes={sizes}
        alt={decorative ? '' : picture.alt}
        width={picture.width}
        height={picture.height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'auto' : 'async'}
        className={`bg-cover object-cover ${className}`}
        style={{
          backgroundColor: picture.colour,
          backgroundImage: picture.placeholder && `url("${picture.placeholder}")`,
        }}
      />
    </picture>
  )
}
