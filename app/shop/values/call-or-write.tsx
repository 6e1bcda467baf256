import { Mail, Phone } from 'lucide-react'
import { phoneHref } from './shop-details.ts'

export interface ShopContact {
  phone: string
  email: string
}

export function CallOrWrite({ shop: { phone, email } }: { shop: ShopContact }) {
  const link =
    'inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3 wrap-anywhere'
  return (
    <p className="flex flex-wrap gap-x-5 text-sm">
      <a href={phoneHref(phone)} className={link}>
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
