import { Written } from '#ui/written.tsx'

/** What an ordered cake is to be like. */
export interface CakeFacts {
  flavour: string
  /** kg */
  wt: string
  amount: number
  bname: string
  detail: string
}

interface ItemFactsProps {
  item: CakeFacts
  /** How the facts stand beside or below each other. */
  className: string
}

/** What a cake is to be like, as its customer put it. */
export function ItemFacts({ item, className }: ItemFactsProps) {
  const facts = [
    ['Flavour', item.flavour],
    ['Weight', item.wt && `${item.wt} kg`],
    ['Name on cake', item.bname],
    ['Details', item.detail],
    ['Quantity', String(item.amount)],
  ] as const
  return (
    <dl className={`text-sm ${className}`}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="min-w-0">
              <dt className="inline text-cocoa-soft">{name}: </dt>
              <dd className="inline">
                <Written lines>{value}</Written>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
