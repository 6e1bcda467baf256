import { ButtonLink } from '#ui/button.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import banner from '../pictures/delivery-banner.webp?w=640;960;1280;1800&format=avif;webp&as=picture'

export function DeliveryBanner() {
  return (
    <section aria-labelledby="delivery-title" className="shell pt-20">
      <div className="relative isolate overflow-hidden rounded-card bg-[#e8d9cd]">
        <picture className="contents">
          <source type="image/avif" srcSet={banner.sources.avif} sizes={bannerSizes} />
          <img
            src={banner.img.src}
            srcSet={banner.sources.webp}
            sizes={bannerSizes}
            width={banner.img.w}
            height={banner.img.h}
            loading="lazy"
            decoding="async"
            alt="Cake boxes with ribbons, a strawberry cake and cupcakes, ready to go out"
            className="fade-in-picture absolute inset-x-0 bottom-0 -z-10 aspect-[4/3] h-auto w-full object-cover object-[86%_50%] md:aspect-[2] lg:inset-y-0 lg:left-auto lg:aspect-auto lg:h-full lg:w-[60%] lg:object-right xl:w-[72%]"
          />
        </picture>
        <div className="px-6 pt-10 pb-[70vw] md:px-10 md:pb-[44vw] lg:px-12 lg:py-28">
          <div className="max-w-md lg:max-w-xs">
            <h2 id="delivery-title" className="text-3xl">
              Boxed with care, brought with a smile
            </h2>
            <p className="mt-3">
              Choose the day and the hour. We carry every cake upright, in a sturdy box, all the
              way.
            </p>
            <ButtonLink to="/products" prefetch={prefetchOnIntent} className="mt-6">
              Send a cake
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

const bannerSizes =
  '(min-width: 1280px) 1200px, (min-width: 998px) 94vw, (min-width: 768px) 140vw, 210vw'
