import { sql } from 'drizzle-orm'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { type Act, ask, itemOf, type Life, linkOf, type Rolled } from './calls.ts'

interface ReviewRow {
  item: string
  order: string
  cake: string
  stars: number
  words: string
  state: 'waiting' | 'shown' | 'hidden'
  was: string
  isHad: boolean
}

/** All that customers have said, in all lives. */
async function reviewsOf({ shop }: Life): Promise<ReviewRow[]> {
  const { rows } = await shop.context.db.execute(sql`
    select r.item_id as item, r.order_id as order, r.cake_id as cake, r.stars, r.words, r.state,
      to_char(r.written_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as was,
      o.arrived_at is not null and not i.customize and i.category not like 'Extra%' as "isHad"
    from cake_reviews r join order_items i on i.id = r.item_id join orders o on o.id = r.order_id
    order by r.written_at, r.item_id`)
  return rows as unknown as ReviewRow[]
}

const write =
  (review: (dice: Rolled) => object | null): Act =>
  async (life, dice) => {
    const token = (await linkOf(life)).split('/').at(-1)
    const item = await itemOf(life, dice.place)
    await ask(life, null, '/orders/review', { token, item, review: review(dice) })
  }

export const reviewSteps = {
  'customer reviews a cake': write(({ pick, id }) => ({ stars: 1 + pick, words: `Said ${id}` })),
  'customer takes a review away': write(() => null),
  'shop judges a review': async (life, { by, pick }) => {
    const review = (await reviewsOf(life)).find(({ order }) => order === life.order)
    if (!review) return
    const [isShown, reason] = [pick < 3, pick < 3 ? '' : 'It names a neighbour']
    const { item, was } = review
    await ask(life, by, '/reviews/judge', { item, was, isShown, reason, answer: 'Thank you' })
  },
} satisfies Record<string, Act>

/** What everybody reads of the cakes is what was said by who got one, once the shop has shown it. */
export async function reviewLies(life: Life): Promise<string[]> {
  const { shop, twin } = life
  const all = await reviewsOf(life)
  const found = all.filter(({ isHad }) => !isHad).map(({ item }) => `a review of ${item}, not had`)
  for (const id of ['truffle', 'plum']) {
    // The twin tells nobody.
    if (twin !== shop) await shop.context.publishedCakes.reload([cakeChanged({ id })])
    const { rating } = (await shop.get<Cake>(`/cakes/${id}`)).body
    const shown = all.filter(({ cake, state }) => cake === id && state === 'shown')
    const stars = shown.reduce((sum, one) => sum + one.stars, 0)
    const [count, average] = [shown.length, Math.round((stars * 10) / shown.length) / 10]
    if ((rating?.count ?? 0) !== count || (rating && rating.average !== average))
      found.push(`${id}: ${rating?.average} of ${rating?.count}, not ${average} of ${count}`)
    const words = shown.slice(-20).map((one) => one.words)
    const read = rating?.newest.map((one) => one.words) ?? []
    if (read.toSorted().join() !== words.toSorted().join()) found.push(`${id}: reads ${read}`)
  }
  return found
}
