import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import { useShop } from '#shop/storefront/frame/shown-shop.ts'
import { pageMeta } from '#shop/storefront/page-meta.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { Route } from './+types/customize-cake.page.ts'
import { CustomizeFields, CustomizePreviewBeside } from './customize-fields.tsx'
import { customCakeFormId, useCustomCakeForm } from './use-custom-cake-form.ts'

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
      <CustomizePreviewBeside state={state} />
      <div className="grid gap-6">
        <CustomizeFields state={state} />
        <PrivacyNotice kinds={kinds} />
      </div>
    </div>
  )
}
