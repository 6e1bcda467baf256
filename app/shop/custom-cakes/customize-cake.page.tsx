import { appContext } from '#app/context.server.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { EggText } from '#shop/cakes/food/egg-mark.tsx'
import { Icing } from '#shop/cakes/icing/icing.tsx'
import { canBeDrawn } from '#shop/cakes/icing/icing-scripts.ts'
import { nameError } from '#shop/cakes/icing/name-error.ts'
import { normaliseName } from '#shop/cakes/icing/name-on-cake.ts'
import { NameOnCakeField } from '#shop/cakes/icing/name-on-cake-field.tsx'
import { parseEgg } from '#shop/cart/cart-line.ts'
import { maxDetailLength, normaliseKilos } from '#shop/cart/custom-draft.ts'
import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { useShop } from '#shop/storefront/frame/shown-shop.ts'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { formatWeight, servesAbout } from '#shop/values/weight.ts'
import { currentWords } from '#shop/words/words.store.server.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { bagIcon, cakeSliceIcon, Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { Route } from './+types/customize-cake.page.ts'
import { type CustomCakeForm, customCakeFormId, useCustomCakeForm } from './use-custom-cake-form.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { guide } = currentWords(context.get(appContext), 'customize')
  return { guide, kinds: kindsInNotice('custom-cake') }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Customise your cake',
    description:
      'Send pictures of the cake you dream of, or design it here. We email you its price to confirm, and you pay nothing until you accept it.',
    path: '/customizecake',
  })

export default function CustomizeCakePage({ loaderData }: Route.ComponentProps) {
  const { guide, kinds } = loaderData
  return (
    <div className="shell pt-8 pb-16 md:pt-12">
      <h1 className="text-4xl">Customise your cake</h1>
      <p className="mt-3 max-w-prose text-lg text-cocoa-soft">
        Show us your design, tell us the flavour and weight, and we’ll make it for you. Please order
        at least <span>{useShop()?.customLeadHours}</span> hours ahead.
      </p>
      <p className="mt-3 max-w-prose whitespace-pre-line empty:hidden">{guide}</p>
      <CustomizeSteps />
      <CustomizeForm kinds={kinds} />
    </div>
  )
}

const steps = [
  {
    title: 'Show us your cake',
    text: 'Add pictures or design it here, choose flavour and weight, and order it from your cart.',
  },
  {
    title: 'We email you the price',
    text: 'We email you the price. Say yes, and we bake.',
  },
  {
    title: 'Accept it, and we bake',
    text: 'Payment is cash on delivery, or online for guests, gifts, midnight, deposits and until you confirm your email. You pay nothing for the cake until you accept the price.',
  },
]

function CustomizeSteps() {
  return (
    <section aria-labelledby="next-steps" className="mt-8">
      <h2 id="next-steps" className="sr-only">
        What happens next
      </h2>
      <ol className="grid gap-4 max-md:rounded-card max-md:bg-blush max-md:p-5 md:grid-cols-3 lg:gap-6">
        {steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="flex gap-4 md:rounded-card md:bg-blush md:p-5 md:max-lg:flex-col md:max-lg:gap-3"
          >
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-pill bg-berry font-semibold text-paper"
            >
              {index + 1}
            </span>
            <div className="grid content-start gap-1">
              <h3 className="font-text text-base font-semibold tracking-normal">{title}</h3>
              <p className="text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

// After the page. Until its props change, the form of the server stays.
const CustomizeDesign = lazyPart(
  async () => (await import('./customize-design.tsx')).CustomizeDesign,
  { isNeeded: true, loading: <Skeleton className="h-96" /> },
)

function CustomizeForm({ kinds }: { kinds: readonly DataKind[] }) {
  const state = useCustomCakeForm()
  const { form, designing, setDesigning, setPictures, words } = state
  return (
    <div
      className={`mt-10 grid items-start gap-6 lg:gap-x-10 ${designing ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}
    >
      <CustomizeDesign
        {...form.field('image')}
        form={customCakeFormId}
        bname={designing ? words.bname : ''}
        designing={designing}
        onDesigning={setDesigning}
        onPictures={setPictures}
      />
      <Preview state={state} place="beside" />
      <div className="grid gap-6">
        <CustomizeFields state={state} />
        <PrivacyNotice kinds={kinds} />
      </div>
    </div>
  )
}

function CustomizeFields({ state }: { state: CustomCakeForm }) {
  const { form, list, words, change, text } = state
  const sending = form.busy && list.some((one) => one.state === 'sending')
  return (
    <form
      id={customCakeFormId}
      aria-label="Your cake"
      {...form.props}
      className="card grid gap-5 p-5 md:p-8"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text('flavour')}
          label="Flavour"
          placeholder="Chocolate, mango, rasmalai"
          autoComplete="off"
          list={usualFlavoursId}
          required
        />
        <UsualFlavours />
        <Weight field={text('wt')} />
      </div>
      {/* Neither is chosen from the start: nobody shall get the wrong one for having overlooked it. */}
      <ChoiceChips
        {...form.field('egg')}
        legend="Egg or eggless"
        choices={eggChoices}
        value={words.egg ?? ''}
        onChange={(egg) => change({ egg: parseEgg(egg) })}
        required
      />
      <NameOnCakeField
        label="Name on Cake (if any)"
        {...words}
        hasDetailField
        onChange={change}
        error={form.field('bname').error}
      />
      <Preview state={state} place="below" />
      <Details field={text('detail')} />
      <Button type="submit" size="large" wide busy={form.busy}>
        <Icon path={bagIcon} size={20} />
        Add To Cart
      </Button>
      <p role="status" className="text-center text-sm text-cocoa-soft empty:hidden">
        {sending && 'Your pictures are uploading. Your cake is added as soon as they are done.'}
      </p>
      <NeedsScript>
        This form needs JavaScript. You can also call or email us: you find our number and address
        at the end of this page.
      </NeedsScript>
    </form>
  )
}

const usualFlavoursId = 'usual-flavours'
const usualFlavours = [
  ...['Vanilla', 'Chocolate', 'Chocolate truffle', 'Black forest', 'Red velvet', 'Butterscotch'],
  ...['Pineapple', 'Mango', 'Strawberry', 'Blueberry', 'Coffee', 'Rasmalai', 'Gulab jamun'],
]

/** Suggestions: any flavour is allowed. */
function UsualFlavours() {
  return (
    <datalist id={usualFlavoursId}>
      {usualFlavours.map((flavour) => (
        <option key={flavour} value={flavour} />
      ))}
    </datalist>
  )
}

const eggChoices = (['Egg', 'Eggless'] as const).map((egg) => ({
  value: egg,
  label: <EggText egg={egg} />,
}))

type TextOfForm = ReturnType<CustomCakeForm['text']>

function Weight({ field }: { field: TextOfForm }) {
  const wt = normaliseKilos(field.value)
  const serves =
    Number(wt) > 0 ? `${formatWeight(wt)} serves about ${servesAbout(wt)}` : '1 kg serves about 9'
  return (
    <TextField
      {...field}
      label="Weight (kg)"
      inputMode="decimal"
      autoComplete="off"
      hint={serves}
      required
    />
  )
}

function Details({ field }: { field: TextOfForm }) {
  return (
    <TextAreaField
      {...field}
      label="Additional Details"
      dir="auto"
      placeholder="Colours, occasion, must-haves, allergies"
      hint="Anything our baker should know"
      maxLetters={maxDetailLength}
    />
  )
}

const previews = {
  beside: {
    figure: 'gap-3 max-lg:hidden lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1',
    caption: 'text-sm',
  },
  below: { figure: 'mx-auto w-52 gap-2 md:w-72 lg:hidden', caption: 'text-center text-xs' },
}

/**
 * The first picture with the name on it as it is typed: on a wide screen beside the form and always in sight, on a
 * narrower one small, right below the field of the name once there is one. The designer has its own.
 */
function Preview({ state, place }: { state: CustomCakeForm; place: keyof typeof previews }) {
  const { name, first } = previewOf(state)
  if (state.designing || (place === 'below' && name === '')) return null
  const { figure, caption } = previews[place]
  return (
    <figure className={`grid ${figure}`}>
      <Picture name={name} first={first} />
      <figcaption className={`text-cocoa-soft ${caption}`}>
        {name
          ? 'An idea of how the name will look. Our baker pipes it by hand.'
          : `${first ? 'The' : 'Your first picture appears here, with the'} name on your cake in icing.`}
      </figcaption>
    </figure>
  )
}

/** The name as far as it can be drawn, and the picture that it is drawn on. */
function previewOf({ words, list }: CustomCakeForm) {
  const name = nameError(words.bname) === null ? normaliseName(words.bname) : ''
  const first = list.find(({ state }) => state !== 'failed')
  return { name: canBeDrawn(name) ? name : '', first }
}

function Picture({ name, first }: ReturnType<typeof previewOf>) {
  return (
    <div
      className="relative overflow-hidden rounded-card bg-blush shadow-soft"
      style={{ aspectRatio: first || name ? 1 : 2 }}
    >
      {first ? (
        <img
          key={first.preview}
          src={first.preview}
          alt={first.alt || 'Your first picture'}
          className="size-full object-cover"
        />
      ) : (
        <Icon
          path={cakeSliceIcon}
          className="stroke-[1.25] absolute inset-x-0 top-1/5 mx-auto size-1/4 text-berry"
        />
      )}
      <Icing name={name} />
    </div>
  )
}
