import { useEffect, useId, useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { Icing } from '#shop/cakes/icing/icing.tsx'
import { createStored } from '#ui/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import { useStored } from '#ui/hydration.tsx'
import { checkIcon, Icon, rotateCcwIcon } from '#ui/icon.tsx'
import {
  type CakeDesign,
  type CakePart,
  cakeChoices,
  cakeParts,
  type DrawnDesign,
  designDescription,
  designLabel,
  designOptions,
  firstDesign,
  icings,
  isCakeDesign,
  randomDesign,
} from '../cake-design.ts'
import type { DrawDesign } from '../draw-design.server.ts'
import { designImage, drawCake } from './draw-cake.ts'

const shuffleIcon =
  'M18 14l4 4-4 4M18 2l4 4-4 4M2 18h1.973a4 4 0 0 0 3.3-1.7l5.454-8.6a4 4 0 0 1 3.3-1.7H22M2 6h1.972a4 4 0 0 1 3.6 2.2M22 18h-6.041a4 4 0 0 1-3.3-1.8l-.359-.45'

interface CakeDesignerProps {
  bname: string
  /** Called while the design is drawn and stored; rejects if that fails. */
  onUse: (drawing: Promise<DrawnDesign>) => Promise<void>
}

export function CakeDesigner({ bname, onUse }: CakeDesignerProps) {
  const design = useStored(storedDesign)
  const { drawing, problem, use } = useDrawing(design, onUse)

  return (
    <section aria-label="Cake designer" className="@container">
      <div className="grid gap-6 @min-[640px]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] @min-[640px]:gap-8">
        <div className="sticky top-16 z-20 -mx-2 self-start bg-paper px-2 pt-2 pb-2 @min-[640px]:top-20">
          <div className="mx-auto max-w-[min(100%,38svh)] @min-[640px]:max-w-none">
            <CakeDesignPreview design={design} bname={bname} />
          </div>
        </div>
        <div className="grid content-start gap-6">
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="small"
              onClick={() => storedDesign.save(randomDesign(design, Math.random))}
            >
              <Icon path={shuffleIcon} size={18} />
              Surprise me
            </Button>
            <Button variant="quiet" size="small" onClick={() => storedDesign.save(firstDesign)}>
              <Icon path={rotateCcwIcon} size={18} />
              Start again
            </Button>
          </div>
          {cakeParts.map((part) => (
            <PartChoices
              key={part}
              part={part}
              chosen={design[part]}
              onChoose={(option) => storedDesign.save({ ...design, [part]: option })}
            />
          ))}
          <div className="grid gap-2">
            <Button wide busy={drawing} onClick={use}>
              {drawing ? 'Drawing your cake…' : problem ? 'Try again' : 'Use this design'}
            </Button>
            <p role="alert" className="text-sm font-medium text-chilli empty:hidden">
              {problem}
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}

function useDrawing(design: CakeDesign, onUse: CakeDesignerProps['onUse']) {
  const [drawing, setDrawing] = useState(false)
  const [problem, setProblem] = useState('')

  async function use() {
    if (drawing) return
    setDrawing(true)
    setProblem('')
    try {
      await onUse(draw(design))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.problem.detail)
    } finally {
      setDrawing(false)
    }
  }

  return { drawing, problem, use }
}

async function draw(design: CakeDesign): Promise<DrawnDesign> {
  const { downloadURL } = await call<DrawDesign>('POST /cakes/design', {
    body: design,
  })
  return { address: downloadURL, words: designDescription(design) }
}

const storedDesign = createStored(
  'cake-design',
  (stored): CakeDesign => (isCakeDesign(stored) ? stored : firstDesign),
  { visit: true },
)

/** How long a screen reader waits before it announces the cake, in ms: arrow keys would interrupt it. */
const restMs = 1200

/** The cake with its name and its description. A new picture fades in over the former one. */
function CakeDesignPreview({ design, bname }: { design: CakeDesign; bname: string }) {
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

interface PartChoicesProps<Part extends CakePart> {
  part: Part
  chosen: CakeDesign[Part]
  onChoose: (option: CakeDesign[Part]) => void
}

/** A radio group of the choices for a part of a design, with a picture of each. */
function PartChoices<Part extends CakePart>({ part, chosen, onChoose }: PartChoicesProps<Part>) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{cakeChoices[part].legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
        {designOptions(part).map((option) => (
          <label
            key={option}
            className="group relative flex min-h-11 flex-col items-center gap-1.5 rounded-field border border-stroke bg-paper p-2 text-center text-xs leading-tight transition hover:border-berry has-checked:border-berry has-checked:bg-blush has-checked:font-semibold has-checked:ring-1 has-checked:ring-berry has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              className="absolute inset-0 z-10 scroll-mt-[calc(38svh+8rem)] scroll-mb-4 cursor-pointer appearance-none rounded-field opacity-0 @min-[640px]:scroll-mt-24"
            />
            <OptionPicture part={part} option={option} />
            <span className="my-auto">{designLabel(part, option)}</span>
            <span
              aria-hidden="true"
              className="absolute -top-2 -right-1.5 hidden size-6 place-items-center rounded-pill bg-berry text-paper group-has-checked:grid"
            >
              <Icon path={checkIcon} size={14} className="stroke-3" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface OptionPictureProps<Part extends CakePart> {
  part: Part
  option: CakeDesign[Part]
}

function OptionPicture<Part extends CakePart>({ part, option }: OptionPictureProps<Part>) {
  const shades = Object.entries(icings).find(([colour]) => part === 'colour' && colour === option)
  if (shades) {
    const [, { light, base, dark }] = shades
    return (
      <span
        aria-hidden="true"
        className="size-11 rounded-pill border border-stroke"
        style={{ background: `radial-gradient(circle at 36% 30%, ${light}, ${base} 55%, ${dark})` }}
      />
    )
  }
  return (
    <span className="size-16 overflow-hidden rounded-chip">
      <img
        src={thumbnails.get(`${part} ${option}`)}
        alt=""
        width={64}
        height={64}
        decoding="async"
        className="size-full scale-120"
      />
    </span>
  )
}

const plain: CakeDesign = {
  shape: 'round',
  tiers: 'one',
  colour: 'blush',
  drip: 'none',
  topping: 'none',
}

/** A plain cake with the one choice, by '<part> <option>'. */
const thumbnails = new Map(
  cakeParts
    .filter((part) => part !== 'colour')
    .flatMap((part) =>
      designOptions(part).map((option): [string, string] => [
        `${part} ${option}`,
        designImage(drawCake({ ...plain, [part]: option })),
      ]),
    ),
)
