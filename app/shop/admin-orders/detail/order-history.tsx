import { formatDateTime } from '#shop/values/kolkata-time.ts'
import type { OrderPage } from './order-page.ts'

/** Who did what when, oldest first. */
export function OrderPageHistory({ history }: Pick<OrderPage, 'history'>) {
  return (
    <ol className="grid gap-1.5 text-sm">
      {history.map(({ at, who, did, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added, and have no name of their own
        <li key={index} className="grid gap-x-4 sm:grid-cols-[11rem_1fr]">
          <time dateTime={at} className="text-cocoa-soft">
            {formatDateTime(new Date(at))}
          </time>
          <span className="min-w-0 whitespace-pre-line wrap-anywhere">
            <span className="font-semibold">{who}</span> {did}
            {detail && <span className="text-cocoa-soft max-sm:block"> {detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
