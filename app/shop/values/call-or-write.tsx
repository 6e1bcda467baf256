import { chatIcon, Icon, mailIcon, phoneIcon } from '#ui/icon.tsx'
import { phoneHref, type ShopContact } from './shop-details.ts'

/** Behind the link to the chat: what the customer sends first. */
export function aboutOrder({ number }: { number: number }): string {
  return `?text=${encodeURIComponent(`Order ${number}`)}`
}

interface CallOrWriteProps {
  shop: ShopContact
  /** Of the page. */
  order?: { number: number }
}

export function CallOrWrite({ shop: { phone, email, whatsApp }, order }: CallOrWriteProps) {
  const link =
    'inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3 wrap-anywhere'
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <a href={phoneHref(phone)} translate="no" className={link}>
        <Icon path={phoneIcon} size={18} />
        {phone}
      </a>
      {whatsApp && (
        <a href={whatsApp + (order ? aboutOrder(order) : '')} className={link}>
          <Icon path={chatIcon} size={18} />
          WhatsApp
        </a>
      )}
      {email && (
        <a href={`mailto:${email}`} translate="no" className={link}>
          <Icon path={mailIcon} size={18} />
          {email}
        </a>
      )}
    </p>
  )
}
