import { DesignPictures } from '#shop/orders/design-pictures.tsx'
import { Written } from '#ui/written.tsx'
import type { QuoteToAnswer } from './quote-to-answer.ts'

/** The cake that an offer is about: its designs large, and what was asked for. */
export function QuotedCake({ item }: Pick<QuoteToAnswer, 'item'>) {
  const facts = [
    ['Flavour', item.flavour],
    ['Weight', item.wt && `${item.wt} kg`],
    ['Quantity', String(item.amount)],
    ['Name on cake', item.bname],
    ['Details', item.detail],
  ] as const
  return (
    <section aria-label="What you asked for" className="grid content-start gap-5">
      <DesignPictures image={item.image} />
      <dl className="grid gap-2 text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid grid-cols-[7.5rem_1fr] gap-x-3">
                <dt className="text-cocoa-soft">{name}</dt>
                <dd className="min-w-0">
                  <Written lines>{value}</Written>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
