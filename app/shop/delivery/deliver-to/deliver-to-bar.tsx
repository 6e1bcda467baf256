import { DeliverTo } from './deliver-to.tsx'

/** The promise under the header of every page. */
export function DeliverToBar() {
  return (
    <section aria-label="Delivery" className="border-b border-line bg-blush print:hidden">
      <div className="shell">
        <DeliverTo />
      </div>
    </section>
  )
}
