import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressText } from '#shop/orders/customer-text.ts'
import { DeliveryMoment } from '#shop/orders/delivery/delivery-moment.tsx'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { Moment } from '#shop/values/moment.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import type { OrderDetail } from './order-detail.ts'

const link =
  'flex w-fit max-w-full min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3 wrap-anywhere pointer-fine:min-h-7 print:min-h-0 print:no-underline'

/** Who ordered, where it goes and when. */
export function OrderFacts({ order }: Pick<OrderDetail, 'order'>) {
  const { user, address, created_at } = order
  const words = deliveryWords(order)
  return (
    <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 print:grid-cols-3 lg:grid-cols-[1.5fr_1fr_1.5fr_1fr]">
      <Fact name="Customer">
        <span className="block font-semibold">
          <UserText>{user.name}</UserText>
        </span>
        <a href={`tel:+91${user.mobileno}`} className={link}>
          <Phone size={16} aria-hidden="true" className="shrink-0 print:hidden" />
          {user.mobileno}
        </a>
        <a href={`mailto:${user.email}`} className={link}>
          <Mail size={16} aria-hidden="true" className="shrink-0 print:hidden" />
          <EmailText email={user.email} />
        </a>
      </Fact>
      <Fact name={`${words.what} time`}>
        <span className="font-semibold">
          <DeliveryMoment order={order} />
        </span>
      </Fact>
      <Fact name={words.address}>
        <UserText>{addressText(address)}</UserText>
      </Fact>
      <Fact name="Placed at">
        <Moment at={created_at} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-cocoa-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
