import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { CakePicture } from '#shop/pictures/cake-picture.tsx'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { chevronLeftIcon, chevronRightIcon, Icon } from '#ui/icon.tsx'

export const galleryPictureSizes = '(min-width: 1200px) 35rem, (min-width: 768px) 46vw, 100vw'

interface GalleryProps {
  pictures: Picture[]
  name: string
  frameStyle?: CSSProperties
  /** Over the first picture, such as the icing on it. */
  children?: ReactNode
}

/** Pictures to swipe through; arrows wrap at both ends. Swiping is scrolling, and needs no script. */
export function Gallery({ pictures, name, frameStyle, children }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const many = pictures.length > 1

  function show(place: number) {
    const wrapped = (place + pictures.length) % pictures.length
    strip.current?.scrollTo({ left: wrapped * strip.current.clientWidth })
  }

  function trackScroll() {
    if (!strip.current) return
    const { scrollLeft, clientWidth } = strip.current
    setShown(Math.round(scrollLeft / clientWidth))
  }

  function onKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || !many) return
    event.preventDefault()
    show(shown + step)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label={`Pictures of ${name}`}
      className="grid gap-3"
    >
      <div className="card relative overflow-hidden" style={frameStyle}>
        <ul
          ref={strip}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          aria-label={`Picture ${shown + 1} of ${pictures.length}`}
          onScroll={trackScroll}
          onKeyDown={onKey}
          className="flex aspect-square snap-x snap-mandatory overflow-x-auto scroll-smooth overscroll-x-contain rounded-card bg-blush [scrollbar-width:none] focus-visible:-outline-offset-3 motion-reduce:scroll-auto"
        >
          {pictures.map((picture, place) => (
            <li key={picture.id} className="relative size-full shrink-0 snap-start">
              <CakePicture
                picture={picture}
                sizes={galleryPictureSizes}
                priority={place === 0}
                className="size-full"
              />
              {place === 0 && children}
            </li>
          ))}
        </ul>
        {many && (
          <>
            <ArrowButton label="Previous picture" side="left-3" onClick={() => show(shown - 1)}>
              <Icon path={chevronLeftIcon} />
            </ArrowButton>
            <ArrowButton label="Next picture" side="right-3" onClick={() => show(shown + 1)}>
              <Icon path={chevronRightIcon} />
            </ArrowButton>
          </>
        )}
      </div>
      {many && <Thumbnails pictures={pictures} shown={shown} onShow={show} />}
    </section>
  )
}

interface ArrowButtonProps {
  label: string
  side: string
  onClick: () => void
  children: ReactNode
}

function ArrowButton({ label, side, onClick, children }: ArrowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-pill bg-paper/90 shadow-soft transition hover:bg-paper hover:text-berry ${side}`}
    >
      {children}
    </button>
  )
}

interface ThumbnailsProps {
  pictures: Picture[]
  shown: number
  onShow: (place: number) => void
}

function Thumbnails({ pictures, shown, onShow }: ThumbnailsProps) {
  return (
    <ul aria-label="All pictures" className="flex flex-wrap gap-2.5 noscript:hidden">
      {pictures.map((picture, place) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-label={`Show picture ${place + 1}: ${picture.alt}`}
            aria-current={place === shown ? 'true' : undefined}
            onClick={() => onShow(place)}
            className="block size-16 overflow-hidden rounded-field opacity-75 ring-1 ring-line transition hover:opacity-100 aria-[current]:opacity-100 aria-[current]:ring-3 aria-[current]:ring-berry md:size-20"
          >
            <CakePicture picture={picture} sizes="5rem" alt="" className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  )
}
