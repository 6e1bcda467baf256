import { pageMeta } from '#shop/storefront/page-meta.ts'
import type { Route } from './+types/customize-cake.page.ts'
import { CustomizeForm } from './customize-form.tsx'
import { CustomizeSteps } from './customize-steps.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Customise your cake',
    description:
      'Send pictures of the cake you dream of, or design it here. We mail you its price to confirm, and you pay in cash on delivery.',
    path: '/customizecake',
  })

export default function CustomizeCakePage() {
  return (
    <div className="shell pt-8 pb-16 md:pt-12">
      <h1 className="text-4xl">Customise your cake</h1>
      <p className="mt-3 max-w-prose text-lg text-cocoa-soft">
        Show us your design, tell us the flavour and the weight, and we make it for you.
      </p>
      <CustomizeSteps />
      <CustomizeForm />
    </div>
  )
}
