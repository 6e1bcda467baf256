import { Check } from 'lucide-react'
import { useId } from 'react'
import {
  type CakeDesign,
  type CakePart,
  cakeChoices,
  cakeParts,
  designLabel,
  designOptions,
  icings,
} from '../cake-design.ts'
import { designImage, drawCake } from './draw-cake.ts'

interface CakeChoicesProps {
  design: CakeDesign
  onChange: (design: CakeDesign) => void
}

/** Every choice there is, with a picture of it: a radio group for each part of a design. */
export function CakeChoices({ design, onChange }: CakeChoicesProps) {
  return (
    <div className="grid gap-6">
      {cakeParts.map((part) => (
        <PartChoices
          key={part}
          part={part}
          chosen={design[part]}
          onChoose={(option) => onChange({ ...design, [part]: option })}
        />
      ))}
    </div>
  )
}

interface PartChoicesProps<Part extends CakePart> {
  part: Part
  chosen: CakeDesign[Part]
  onChoose: (option: CakeDesign[Part]) => void
}

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
              <Check size={14} strokeWidth={3} />
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
