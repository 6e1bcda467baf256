import { useId, useRef, useState } from 'react'
import { maxUploadedDesigns } from '#shop/cart/custom-draft.ts'
import { PictureUploader } from '#shop/pictures/picture-uploader.tsx'
import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { useShop } from '#shop/storefront/use-shop.ts'
import { Button } from '#ui/button.tsx'
import { useHydrated } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { Route } from './+types/customize-cake.page.ts'
import type { DrawnDesign } from './cake-design.ts'
import { CustomizeFields, CustomizePreviewBeside } from './customize-fields.tsx'
import {
  type CustomCakeForm,
  customCakeFormId,
  drawnKey,
  useCustomCakeForm,
} from './use-custom-cake-form.ts'

const paletteIcon =
  'M12 22a1 1 0 0 1 0-20 10 9 0 0 1 10 9 5 5 0 0 1-5 5h-2.25a1.75 1.75 0 0 0-1.4 2.8l.3.4a1.75 1.75 0 0 1-1.4 2.8zM13 6.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M17 10.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M6 12.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0M8 7.5a.5 .5 0 1 0 1 0a.5 .5 0 1 0-1 0'

export const loader = () => ({ kinds: kindsInNotice('custom-cake') })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Customise your cake',
    description:
      'Send pictures of the cake you dream of, or design it here. We email you its price to confirm, and you pay in cash on delivery.',
    path: '/customizecake',
  })

export default function CustomizeCakePage({ loaderData: { kinds } }: Route.ComponentProps) {
  return (
    <div className="shell pt-8 pb-16 md:pt-12">
      <h1 className="text-4xl">Customise your cake</h1>
      <p className="mt-3 max-w-prose text-lg text-cocoa-soft">
        Show us your design, tell us the flavour and weight, and we’ll make it for you. Please order
        at least <span>{useShop()?.customLeadHours}</span> hours ahead.
      </p>
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
    text: 'After confirmation, a mail with the price is sent to you to confirm. You know what it costs before anything is baked.',
  },
  {
    title: 'Accept it, and we bake',
    text: 'Payment is cash on delivery. You pay nothing for the cake until you accept the price.',
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

function CustomizeForm({ kinds }: { kinds: readonly DataKind[] }) {
  const state = useCustomCakeForm()
  return (
    <div
      className={`mt-10 grid items-start gap-6 lg:gap-x-10 ${state.designing ? '' : 'lg:grid-cols-[minmax(0,1fr)_22rem]'}`}
    >
      <CustomizeDesign state={state} />
      <CustomizePreviewBeside state={state} />
      <div className="grid gap-6">
        <CustomizeFields state={state} />
        <PrivacyNotice kinds={kinds} />
      </div>
    </div>
  )
}

function CustomizeDesign({ state }: { state: CustomCakeForm }) {
  const { form, uploads, list } = state
  const drawn = list.some(({ key }) => key === drawnKey)
  return (
    <section aria-labelledby="design-title" className="card grid gap-5 p-5 md:p-8">
      <div className="grid gap-1">
        <h2 id="design-title" className="text-2xl">
          Your design
        </h2>
        <p className="text-sm text-cocoa-soft">
          Add up to {maxUploadedDesigns} pictures, the most important first. No picture? Describe
          the cake in Additional Details.
        </p>
      </div>
      <PictureUploader
        {...form.field('image')}
        form={customCakeFormId}
        label="Pictures of your design"
        uploads={uploads}
        max={maxUploadedDesigns + (drawn ? 1 : 0)}
        firstLabel="First"
        hasAltFields={false}
      />
      <Designer state={state} drawn={drawn} />
    </section>
  )
}

const CakeDesigner = lazyPart(
  async () => (await import('./designer/cake-designer.tsx')).CakeDesigner,
  { isNeeded: true, loading: <Skeleton className="h-96" /> },
)

/** The designer loads when it is opened, and closes when its design is used. */
function Designer({ state, drawn }: { state: CustomCakeForm; drawn: boolean }) {
  const { designing, setDesigning, words } = state
  const [wasOpened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const ready = useHydrated()
  const id = useId()
  const hint =
    drawn && !designing
      ? 'Your design is added. You can edit it anytime.'
      : 'Choose shape, tiers, icing and toppings.'

  function toggle() {
    setOpened(true)
    setDesigning(!designing)
  }

  async function use(drawing: Promise<DrawnDesign>) {
    await state.addDrawn(drawing)
    // The button that was pressed goes, and the focus must not be lost with it.
    if (panel.current?.contains(document.activeElement)) opener.current?.focus()
    setDesigning(false)
  }

  return (
    <div className="grid gap-5 noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          ref={opener}
          variant="secondary"
          disabled={!ready}
          aria-expanded={designing}
          aria-controls={id}
          onClick={toggle}
        >
          <Icon path={paletteIcon} size={20} />
          <span>
            {designing ? 'Close the designer' : drawn ? 'Edit your design' : 'Design it here'}
          </span>
        </Button>
        <p aria-live="polite" className="text-sm text-cocoa-soft">
          {hint}
        </p>
      </div>
      <div ref={panel} id={id} hidden={!designing}>
        {wasOpened && <CakeDesigner bname={words.bname} onUse={use} />}
      </div>
    </div>
  )
}
