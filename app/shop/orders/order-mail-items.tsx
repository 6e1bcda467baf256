import { Column, Row, Section, Text } from '@react-email/components'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { isolated } from '#ui/isolated.ts'
import { MailPicture, MailRow, MailRows } from '#ui/mail-layout.tsx'
import type { Order, OrderItem } from './order.schema.ts'
import { cashToPay } from './order-progress.ts'

/** Pictures of items that travel with a mail, by the item's id; an item may have none. */
export type ItemPictures = ReadonlyMap<string, { cid: string }>

const cell = { margin: 0, fontSize: '15px', lineHeight: '22px' }

interface OrderMailItemsProps {
  order: Order
  pictures?: ItemPictures
}

/** The lines and sums of an order, as its mails show them. */
export function OrderMailItems({ order, pictures }: OrderMailItemsProps) {
  const cash = cashToPay(order)
  return (
    <>
      <Section style={{ margin: '0 0 8px' }}>
        {order.order.map((item) => (
          <ItemRow key={item.id} item={item} cid={pictures?.get(item.id)?.cid} />
        ))}
      </Section>
      <MailRows>
        <MailRow label="Shipping">{formatInr(toPaise(order.shipping))}</MailRow>
        {order.paidByCard > 0 && (
          <MailRow label="Paid by card" strong>
            {formatInr(toPaise(order.paidByCard))}
          </MailRow>
        )}
        {cash > 0 && (
          <MailRow label="Due in cash on delivery" strong>
            {formatInr(toPaise(cash))}
          </MailRow>
        )}
      </MailRows>
    </>
  )
}

function ItemRow({ item, cid }: { item: OrderItem; cid: string | undefined }) {
  return (
    <Row>
      {cid !== undefined && (
        <Column style={{ width: '88px', padding: '6px 12px 6px 0', verticalAlign: 'top' }}>
          <MailPicture cid={cid} alt={pictureAlt(item)} width={88} />
        </Column>
      )}
      <Column style={{ padding: '6px 12px 6px 0', verticalAlign: 'top' }}>
        <Text style={cell}>{itemInWords(item)}</Text>
      </Column>
      <Column style={{ padding: '6px 0', verticalAlign: 'top' }}>
        <Text style={{ ...cell, textAlign: 'right' }}>
          {item.customize && item.subtotal === 0
            ? 'Cash On delivery'
            : formatInr(toPaise(item.subtotal))}
        </Text>
      </Column>
    </Row>
  )
}

/** '2 × Mango Cake, Mango, 1 kg, with “Asha” on it'. */
export function itemInWords({ amount, name, flavour, wt, bname }: OrderItem): string {
  const words = `${amount} × ${name}, ${isolated(flavour)}, ${isolated(wt)} kg`
  return bname ? `${words}, with “${isolated(bname)}” on it` : words
}

/** What the picture of an item shows, for those who do not see it. */
export function pictureAlt({ name, customize, bname }: OrderItem): string {
  const what = customize ? 'The design of your cake' : name
  return bname ? `${what}, with “${isolated(bname)}” in icing` : what
}
