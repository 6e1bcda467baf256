import { Button, ButtonLink } from '#ui/button.tsx'
import { bringIntoSight } from './focus-notice.ts'

/** The card may have paid, but nobody could say so yet. The cart stays, and nothing is charged twice. */
export function UnknownNotice({ onCheckAgain }: { onCheckAgain: () => Promise<void> }) {
  return (
    <section ref={bringIntoSight} tabIndex={-1} role="alert" className="card grid gap-4 p-5 md:p-8">
      <h2 className="text-xl">We are still checking your payment</h2>
      <p>
        The card company has not told us yet whether your payment went through. There is no need to
        pay again: once it has, your order appears under View Orders and we send you a mail. Your
        cart is kept until then.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void onCheckAgain()}>Check again</Button>
        <ButtonLink to="/yourorder" variant="secondary">
          View Orders
        </ButtonLink>
      </div>
    </section>
  )
}
