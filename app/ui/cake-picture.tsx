/** A picture as the server keeps it: re-encoded under `/pictures/{id}/` in three widths and two formats. */
export interface Picture {
  id: string
  alt: string
  width: number
  height: number
  colour: string
  placeholder: string
}

const widths = [320, 640, 960]

/** Where one width of a picture is served. */
function pictureUrl(id: string, width: 320 | 640 | 960, format: 'avif' | 'webp' = 'webp') {
  return `/pictures/${id}/${width}.${format}`
}

/** The `srcset` of a picture in one format. */
function pictureSrcSet(id: string, format: 'avif' | 'webp') {
  return widths.map((width) => `/pictures/${id}/${width}.${format} ${width}w`).join(', ')
}

interface CakePictureProps {
  picture: Picture
  /** How wide it is shown, as in the `sizes` attribute: '(min-width: 768px) 25vw, 50vw'. */
  sizes: string
  /** Above the fold: fetched at once and first. */
  priority?: boolean
  /** Where the words beside it say it all: nothing is read out. */
  decorative?: boolean
  className?: string
}

export function CakePicture(props: CakePictureProps) {
  const { picture, sizes, priority, decorative, className = '' } = props
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={pictureSrcSet(picture.id, 'avif')} sizes={sizes} />
      <img
        src={pictureUrl(picture.id, 640)}
        srcSet={pictureSrcSet(picture.id, 'webp')}
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
