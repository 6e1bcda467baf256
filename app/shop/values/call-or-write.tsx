import { Icon, mailIcon, phoneIcon } from '#ui/icon.tsx'
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
      <a href={phoneHref(phone)} translate="no" className={link}>
        <Icon path={phoneIcon} size={18} />
        {phone}
      </a>
      <a href={`mailto:${email}`} translate="no" className={link}>
        <Icon path={mailIcon} size={18} />
        {email}
      </a>
    </p>
  )
}
