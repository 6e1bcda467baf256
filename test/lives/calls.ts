import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Reply, TestShop } from '../support/test-shop.ts'
import { type Rows, rowsOf } from './rows.ts'

export const colleagues = ['owner', 'manager', 'counter'] as const
export type Colleague = (typeof colleagues)[number]

/** What a step is made of, whatever it does. */
export interface Dice {
  by: Colleague
  /** Of an item. */
  place: number
  rupees: number
  /** In per cent, of what there is. */
  part: number
  pick: number
}

export interface Answer {
  path: string
  body: unknown
  status: number
  reply: Reply<{ message?: string }>['body']
}

export interface Life {
  shop: TestShop
  /** Another process of the shop, or the same. */
  twin: TestShop
  /** What answers while a step is made. */
  answers: Answer[]
  order: string
  /** The first day of its delivery, 'YYYY-MM-DD'. */
  day: string
  /** Who finds what is paid online; left out where a provider tells. */
  upi?: 'staff' | 'statement'
  /** Of its first slot's end. */
  slotEndsAt: Date
  email: string
  tokens: Record<Colleague | 'customer', string>
  /** The rider's link; '' before there is a run. */
  run: string
  /** What was due when the order left; null before. */
  dueWhenItLeft: number | null
  /** The minute in which its pages were read last: they say how late it is. */
  judgedAt: number
}

export async function ask<Body>(
  life: Life,
  who: Colleague | 'customer' | null,
  path: string,
  body: object,
) {
  const answer = await life.shop.post<Body>(path, body, who ? life.tokens[who] : undefined)
  life.answers.push({ path, body, status: answer.status, reply: answer.body })
  return answer
}

/** Sends a checkout for nothing, which is refused, and then for the total that the shop says. */
export async function atItsTotal<Body>(send: (amount: number) => Promise<Reply<Body>>) {
  const answer = await send(0)
  const total = /₹([\d,.]+)\.$/.exec(answer.body.errors?.amount ?? '')?.[1]
  return total ? send(Number(total.replaceAll(',', ''))) : answer
}

export const whole = (dice: Partial<Dice>): Dice & { id: string } => ({
  by: 'owner',
  place: 0,
  rupees: 1000,
  part: 100,
  pick: 0,
  ...dice,
  id: crypto.randomUUID(),
})

export const readRows = ({ shop, order }: Life): Promise<Rows> => rowsOf(shop.context.db, order)

/** The link of its sender, as a path. */
export const linkOf = async ({ shop, order }: Pick<Life, 'shop' | 'order'>) =>
  new URL(await trackingUrl(shop.context, order, 'sender')).pathname

export type Rolled = Dice & { id: string }
export type Act = (life: Life, dice: Rolled) => Promise<unknown>
export type Body = (life: Life, dice: Rolled) => Promise<object> | object

export const call =
  (who: 'customer' | 'staff', path: string, body: Body): Act =>
  async (life, dice) =>
    ask(life, who === 'staff' ? dice.by : who, path, await body(life, dice))

export const itemOf = async (life: Life, place: number, isCustom = false) => {
  const items = (await readRows(life)).items.filter(({ customize }) => customize || !isCustom)
  return items[place % Math.max(1, items.length)]?.id
}
