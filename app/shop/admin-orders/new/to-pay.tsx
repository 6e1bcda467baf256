import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { QrCode } from '#ui/qr/qr-code.tsx'
import type { NewOrder } from './use-new-order.ts'

/** The link that the customer pays by; the order is placed then. */
export function ToPay({ order }: { order: NewOrder }) {
  const { unpaidOrder, price, busy } = order
  if (!unpaidOrder?.toPay) return null
  const { number, toPay } = unpaidOrder
  const { link, qr } = toPay
  return (
    <Section id="to-pay" title={`Order ${number} waits for ${formatInr(price.cardTotal)}`}>
      <p role="status">
        We bake it once it is paid, within an hour. The link is mailed to the customer, if we have
        their email.
      </p>
      <QrCode {...qr} label="QR code of the link that pays" />
      <div className="flex flex-wrap gap-2">
        <CopyLink url={link}>Copy link</CopyLink>
        <Button
          size="small"
          busy={busy}
          onClick={() => void order.askIfPaid(unpaidOrder)}
          autoFocus
        >
          Is it paid?
        </Button>
        <Button size="small" variant="quiet" onClick={() => order.replaceUnpaid(unpaidOrder)}>
          Change the order
        </Button>
      </div>
    </Section>
  )
}
