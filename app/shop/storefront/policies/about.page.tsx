import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import bakery from '../pictures/about.webp?w=480;800;1200&effort=3&format=avif;webp&as=picture'
import type { Route } from './+types/about.page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About us',
    description:
      'A small bakery that bakes to order: how we make our cakes, what goes into them, and what we promise.',
    path: '/about',
  })

const promises = [
  ['Baked for you', 'We bake every cake after you order it. Nothing sits on a shelf.'],
  ['Clearly marked', 'Eggless cakes carry the green mark, and cakes with egg the brown one.'],
  ['Clear prices', 'Cakes are priced by weight, pastries by the piece. All prices include GST.'],
]

export default function AboutPage() {
  return (
    <>
      <div className="shell grid items-center gap-10 pt-10 lg:grid-cols-2 lg:gap-16 lg:pt-16">
        <BakeryPicture />
        <div>
          <h1 className="text-4xl">A small bakery that takes its time</h1>
          <div className="prose mt-6 text-lg">
            <p>
              We would rather bake forty good cakes a day than four hundred. Our sponges are baked
              fresh, our fruit is cut the same morning, and we use only real cream.
            </p>
            <p>
              We bake the classics, such as black forest, cheesecake and red velvet, and cakes that
              taste of home: rasmalai, kesar pista, gulab jamun, and motichoor with rabdi.
            </p>
          </div>
        </div>
      </div>
      <section aria-labelledby="promises-title" className="shell pt-20">
        <h2 id="promises-title" className="text-3xl">
          Our promise
        </h2>
        <ul className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
          {promises.map(([title, text]) => (
            <li key={title} className="card p-6">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap gap-3">
          <ButtonLink to="/products">See our cakes</ButtonLink>
          <ButtonLink to="/contact" variant="secondary">
            Contact us
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

const pictureSizes = '(min-width: 1280px) 570px, (min-width: 998px) 44vw, 92vw'

function BakeryPicture() {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={bakery.sources.avif} sizes={pictureSizes} />
      <img
        src={bakery.img.src}
        srcSet={bakery.sources.webp}
        sizes={pictureSizes}
        alt="A three-layer sponge with cream and berries on a wooden board, beside a bowl and a whisk"
        width={bakery.img.w}
        height={bakery.img.h}
        fetchPriority="high"
        className="h-auto w-full rounded-card lg:order-2"
      />
    </picture>
  )
}
