import { preload } from 'react-dom'
import { ButtonLink } from '#ui/button.tsx'
import narrow from '../pictures/hero.webp?w=480;750;1100&aspect=1&fit=cover&position=right&effort=3&quality=65&format=avif;webp&as=picture'
import wide from '../pictures/hero.webp?w=1280;1800;2600&effort=3&quality=65&format=avif;webp&as=picture'

const onPhones = '(max-width: 767px)'
const elsewhere = '(min-width: 768px)'
/** Between phones and wide screens only the right part of it is seen. */
const wideSizes = '(min-width: 998px) 100vw, 145vw'

/** The picture is the first thing a visitor sees. */
function preloadHero(picture: typeof wide, media: string, imageSizes: string) {
  preload(picture.img.src, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: picture.sources.avif,
    imageSizes,
    media,
    fetchPriority: 'high',
  })
}

export function Hero() {
  preloadHero(narrow, onPhones, '100vw')
  preloadHero(wide, elsewhere, wideSizes)
  return (
    <section className="relative isolate overflow-hidden bg-[#e9d9cd]">
      <HeroPicture />
      <div className="shell pt-8 pb-[82vw] md:pb-[54vw] lg:py-[max(3.5rem,10vw-4.5rem)]">
        <div className="max-w-md md:max-w-[34rem]">
          <p className="text-sm font-semibold">Baked fresh for every order</p>
          <h1 className="mt-3 text-4xl">Handcrafted cakes and pastries for every celebration</h1>
          <p className="mt-4 max-w-sm text-lg text-pretty">
            Real cream, fresh fruit and your message on top, delivered to your door.
          </p>
          <ButtonLink to="/#featured" onClick={scrollSmoothly} size="large" className="mt-7">
            Explore Cakes
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** For this one way only: a page that is gone to must not be seen scrolling up. */
function scrollSmoothly() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { style } = document.documentElement
  style.scrollBehavior = 'smooth'
  setTimeout(() => {
    style.scrollBehavior = ''
  }, 1000)
}

function HeroPicture() {
  return (
    <picture className="contents">
      <source media={onPhones} type="image/avif" srcSet={narrow.sources.avif} sizes="100vw" />
      <source media={onPhones} type="image/webp" srcSet={narrow.sources.webp} sizes="100vw" />
      <source type="image/avif" srcSet={wide.sources.avif} sizes={wideSizes} />
      <img
        src={wide.img.src}
        srcSet={wide.sources.webp}
        sizes={wideSizes}
        width={wide.img.w}
        height={wide.img.h}
        fetchPriority="high"
        alt="A table of our cakes: mango, chocolate truffle, strawberry, a tiered wedding cake and red velvet cupcakes"
        className="fade-in-picture absolute bottom-0 left-0 -z-10 aspect-[1.1] h-auto w-full object-cover object-[100%_30%] md:aspect-[1.636] lg:inset-y-0 lg:aspect-auto lg:h-full lg:object-[100%_60%] lg:mask-none"
      />
    </picture>
  )
}
