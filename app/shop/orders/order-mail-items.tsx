import { Column, Row, Section, Text } from '@react-email/components'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { Order, OrderItem } from './order.schema.ts'
import { cashToPay } from './order-progress.ts'

const cell = { margin: 0, fontSize: '15px', lineHeight: '22px' }
const right = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }
const strong = { ...right, fontWeight: 600 }

/** The lines and sums of an order, as its mails show them. */
export function OrderMailItems({ order }: { order: Order }) {
  const cash = cashToPay(order)
  return (
    <Section style={{ margin: '0 0 16px' }}>
      {order.order.map((item) => (
        <Row key={item.id}>
          <Column style={{ padding: '6px 0' }}>
            <Text style={cell}>{wordsOf(item)}</Text>
          </Column>
          <Column style={{ padding: '6px 0', verticalAlign: 'top' }}>
            <Text style={right}>
              {item.customize ? 'Cash On delivery' : formatInr(toPaise(item.subtotal))}
            </Text>
          </Column>
        </Row>
      ))}
      <Sum label="Shipping" paise={toPaise(order.shipping)} />
      {order.paidByCard > 0 && <Sum label="Paid by card" paise={toPaise(order.paidByCard)} />}
      {cash > 0 && <Sum label="Due in cash on delivery" paise={toPaise(cash)} />}
    </Section>
  )
}

function Sum({ label, paise }: { label: string; paise: number }) {
  return (
    <Row>
      <Column>
        <Text style={cell}>{label}</Text>
      </Column>
      <Column>
        <Text style={strong}>{formatInr(paise)}</Text>
      </Column>
    </Row>
  )
}

function wordsOf({ amount, name, flavour, wt, bname }: OrderItem): string {
  const words = `${amount} × ${name}, ${flavour}, ${wt} kg`
  return bname ? `${words}, with “${bname}” on it` : words
}
