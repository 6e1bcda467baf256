import { appContext } from '#app/context.server.ts'
import type { Picture } from '#shop/pictures/picture.schema.ts'
import { picturePath } from '#shop/pictures/picture-sizes.ts'
import { currentWords } from '#shop/words/words.store.server.ts'
import { picturesOf, type WordsOf } from '#shop/words/words.ts'
import { ButtonLink } from '#ui/button.tsx'
import { pageMeta } from '../page-meta.ts'
import bakery from '../pictures/about.webp?w=480;800;1200&effort=3&format=avif;webp&as=picture'
import type { Route } from './+types/about.page.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'About us',
    description: 'Who we are: how we make our cakes, what goes into them, and what we promise.',
    path: '/about',
  })

export function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const [first, ...others] = picturesOf('about', app.words.current()).map(toOwnPicture)
  return { words: currentWords(app, 'about'), first, others, isSample: app.shop.isSample }
}

/** In its largest size, so that the page needs no script for the owner's pictures. */
function toOwnPicture({ id, alt, width, height }: Picture) {
  return { src: picturePath(id, 960, 'webp'), caption: alt, width, height }
}

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const { words, first, others, isSample } = loaderData
  return (
    <>
      <div className="shell grid items-center gap-10 pt-10 lg:grid-cols-2 lg:gap-16 lg:pt-16">
        {first ? <ShownPicture picture={first} /> : isSample && <SamplePicture />}
        <div>
          <h1 className="text-4xl">{words.title || 'About us'}</h1>
          <div className="prose mt-6 text-lg">
            {paragraphs(words.text).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
      {others.length > 0 && (
        <div className="shell grid gap-6 pt-12 sm:grid-cols-2">
          {others.map((picture) => (
            <ShownPicture key={picture.src} picture={picture} />
          ))}
        </div>
      )}
      <Promises words={words} />
      <div className="shell flex flex-wrap gap-3 pt-10">
        <ButtonLink to="/products">See our cakes</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Contact us
        </ButtonLink>
      </div>
    </>
  )
}

const paragraphs = (text: string) => text.split('\n').filter(Boolean)

function Promises({ words }: { words: WordsOf<'about'> }) {
  const promises = [
    [words.first, words.firstText],
    [words.second, words.secondText],
    [words.third, words.thirdText],
  ].filter(([title]) => title)
  if (promises.length === 0) return null
  return (
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
    </section>
  )
}

const pictureSizes = '(min-width: 1280px) 570px, (min-width: 998px) 44vw, 92vw'

function ShownPicture({ picture }: { picture: ReturnType<typeof toOwnPicture> }) {
  return (
    <figure className="lg:order-2">
      <img
        src={picture.src}
        alt=""
        width={picture.width}
        height={picture.height}
        className="h-auto w-full rounded-card"
      />
      <figcaption className="mt-3 text-sm text-cocoa-soft">{picture.caption}</figcaption>
    </figure>
  )
}

function SamplePicture() {
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
