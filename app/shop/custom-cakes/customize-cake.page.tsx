import { pageMeta } from '#shop/storefront/page-meta.ts'
import type { Route } from './+types/customize-cake.page.ts'
import { CustomizeDesign } from './customize-design.tsx'
import { CustomizeFields } from './customize-fields.tsx'
import { CustomizePreviewBeside } from './customize-preview.tsx'
import { CustomizeSteps } from './customize-steps.tsx'
import { useCustomCakeForm } from './use-custom-cake-form.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Customise your cake',
    description:
      'Send pictures of the cake you dream of, or design it here. We mail you its price to confirm, and you pay in cash on delivery.',
    path: '/customizecake',
  })

export default function CustomizeCakePage() {
  const state = useCustomCakeForm()
  return (
    <div className="shell pt-8 pb-16 md:pt-12">
      <h1 className="text-4xl">Customise your cake</h1>
      <p className="mt-3 max-w-prose text-lg text-cocoa-soft">
        Show us your design, tell us the flavour and the weight, and we make it for you.
      </p>
      <CustomizeSteps />
      <div className="mt-10 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <CustomizeDesign state={state} />
        <CustomizePreviewBeside state={state} />
        <CustomizeFields state={state} />
      </div>
    </div>
  )
}
