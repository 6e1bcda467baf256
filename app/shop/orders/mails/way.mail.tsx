import { hasStreet } from '#shop/values/india-address.ts'
import { greetedName } from '#shop/values/person-name.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  MailButton,
  MailHeading,
  MailLayout,
  MailPicture,
  MailText,
  MailUserText,
} from '#ui/mail-layout.tsx'
import { deliveryText } from '../delivery/delivery-text.ts'
import type { ToldMove } from '../fulfilment/fulfilment-status.ts'
import type { Order } from '../order.schema.ts'
import { greeting } from './order.mail.tsx'

interface WayMailProps {
  order: Order
  move: ToldMove
  /** Where the order is followed by its reader. */
  link: string
  shop: ShopDetails
}

const headings: Record<ToldMove, string> = {
  dispatch: 'On its way',
  deliver: 'Delivered',
  fail: 'We could not hand it over',
}

interface OrderMovedProps extends WayMailProps {
  /** What was said at the door. */
  detail: string
  /** A photo in the mail. */
  photo: { cid: string; isAtDoor: boolean } | null
}

/** Tells the customer what happened to the order, and shows the photo of it. */
export function OrderMovedMail({ order, move, detail, photo, link, shop }: OrderMovedProps) {
  const { number } = order
  return (
    <WayMail
      move={move}
      link={link}
      shop={shop}
      preview={`Order ${number}: ${headings[move].toLowerCase()}.`}
    >
      <MailText>{`${greeting(order)} ${sentence(move, `order ${number}`, deliveryText(order))}`}</MailText>
      {detail && <MailText>{move === 'fail' ? 'What happened:' : 'Given to:'}</MailText>}
      {detail && <MailUserText>{detail}</MailUserText>}
      {photo && (
        <MailPicture
          cid={photo.cid}
          alt={photo.isAtDoor ? 'Your order, at the door' : 'Your order, before it left'}
        />
      )}
      {move === 'fail' && (
        <MailText>We will try to reach you. Or call us on {shop.phone} and we will help.</MailText>
      )}
    </WayMail>
  )
}

/** Tells whom it is for where the delivery is and when it comes, and nothing else of the order. */
export function RecipientToldMail({
  order,
  move,
  name,
  link,
  shop,
}: WayMailProps & { name: string }) {
  const what = `your delivery from ${shop.name}`
  return (
    <WayMail
      move={move}
      link={link}
      shop={shop}
      preview={`${headings[move]}: ${deliveryText(order)}.`}
    >
      <MailText>{`Hello${greetedName(name)}, ${sentence(move, what, deliveryText(order))}`}</MailText>
      {move === 'fail' && <MailText>Call us on {shop.phone} and we will help.</MailText>}
    </WayMail>
  )
}

/** Tells whom an order is for when something comes, and asks for the address if nobody knew it. */
export function RecipientAwaitsMail({
  order,
  name,
  link,
  shop,
}: Omit<WayMailProps, 'move'> & { name: string }) {
  const when = deliveryText(order)
  return (
    <MailLayout
      sender={{ ...shop, url: shop.publicUrl }}
      preview={`${shop.name} delivers on ${when}.`}
    >
      <MailHeading>Something is coming for you</MailHeading>
      <MailText>{`Hello${greetedName(name)}, somebody has ordered something for you at ${shop.name}. We plan to bring it on ${when}. The page below always says how it stands.`}</MailText>
      {!hasStreet(order.address) && (
        <MailText>We do not know your address yet. Please tell us where to bring it.</MailText>
      )}
      <MailButton href={link}>
        {hasStreet(order.address) ? 'Track order' : 'Say where to'}
      </MailButton>
    </MailLayout>
  )
}

function sentence(move: ToldMove, what: string, when: string): string {
  if (move === 'dispatch') return `${what} is out for delivery. It is due on ${when}.`
  if (move === 'deliver') return `${what} has been delivered.`
  return `our rider could not hand over ${what}.`
}

function WayMail({
  move,
  link,
  shop,
  preview,
  children,
}: Pick<WayMailProps, 'move' | 'link' | 'shop'> & { preview: string; children: React.ReactNode }) {
  return (
    <MailLayout sender={{ ...shop, url: shop.publicUrl }} preview={preview}>
      <MailHeading>{headings[move]}</MailHeading>
      {children}
      <MailButton href={link}>Track order</MailButton>
    </MailLayout>
  )
}
