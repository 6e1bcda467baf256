import { Mail, Phone } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import type { QuoteStatus } from './quote-status.ts'

/** How the shop is reached. */
export interface ShopContact {
  phone: string
  email: string
}

const questions: Record<QuoteStatus, string> = {
  open: 'A question before you answer?',
  accepted: 'Is there anything to change?',
  declined: 'Changed your mind? We can offer a price again.',
  replaced: 'Cannot find the mail?',
  expired: 'Do you still want this cake? Tell us, and we see if there is time.',
  withdrawn: 'Was that not what you wanted?',
}

/** Below an offer: where to go on from where it stands. */
export function QuoteFooter({ status, shop }: { status: QuoteStatus; shop: ShopContact }) {
  return (
    <footer className="grid gap-3 border-t border-line pt-5 text-sm">
      <div>
        <p>{questions[status]}</p>
        <CallOrWrite shop={shop} />
      </div>
      {status !== 'open' && (
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/yourorder" variant="secondary" size="small">
            View Orders
          </ButtonLink>
          {status !== 'accepted' && status !== 'replaced' && (
            <ButtonLink to="/customizecake" variant="quiet" size="small">
              Ask for another cake
            </ButtonLink>
          )}
        </div>
      )}
    </footer>
  )
}

/** Phone and mail, as links. */
export function CallOrWrite({ shop: { phone, email } }: { shop: ShopContact }) {
  const link =
    'inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3 wrap-anywhere'
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <a href={`tel:${phone.replace(/\s/g, '')}`} className={link}>
        <Phone size={18} aria-hidden="true" />
        {phone}
      </a>
      <a href={`mailto:${email}`} className={link}>
        <Mail size={18} aria-hidden="true" />
        {email}
      </a>
    </p>
  )
}

/** For a link that we did not make, or that lost a part of itself on its way. */
export function NoSuchQuote({ shop }: { shop: ShopContact }) {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 pt-8 text-center md:pt-16">
      <h1 className="text-3xl">This link leads to no price</h1>
      <p className="text-lg text-cocoa-soft">
        Perhaps a part of it was lost: please open it once more from our mail. The prices of your
        cakes are in View Orders as well.
      </p>
      <ButtonLink to="/yourorder">View Orders</ButtonLink>
      <CallOrWrite shop={shop} />
    </div>
  )
}
