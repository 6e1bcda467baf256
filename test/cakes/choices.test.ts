import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { begin, buy, ordersOf, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }

const choices = ['Egg or eggless: Egg, Eggless +50', 'Filling: Cream, Almond +80.50 (tree nuts)']
const chosen = ['Egg or eggless: Eggless +50', 'Filling: Almond +80.5 (tree nuts)']
const line = { ...truffleLine, chosen }
const had = async (id: string) =>
  (await shop.get<{ choices: string[] }>(`/cakes/${id}`)).body.choices

/** A cake with egg at ₹850 a kilo, which its owner lets customers choose. */
beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({
    egg: 'Egg',
    contains: ['gluten', 'egg'],
    ingredients: 'Flour',
    keeping: 'A day',
  })
  asha = await shop.customer()
  owner = await shop.admin()
  await shop.editCake({ choices })
})
afterEach(() => shop.close())

it('what is chosen adds to the price of each piece, and is what order, paper and mail say', async () => {
  const { orderId } = await buy(shop, asha.token, { order: [{ ...line, amount: 2 }], amount: 2011 })
  const [item] = await itemsOf(shop.context.db, orderId)
  expect(item).toMatchObject({ egg: 'Eggless', chosen, pricePaise: 850_00, unitPaise: 980_50 })
  const [order] = await ordersOf(shop, asha)
  expect(order?.order).toMatchObject([{ egg: 'Eggless', chosen }])
  const [paper] = await papersOf(shop.context.db, [orderId])
  expect(paper?.content.lines[0]).toMatchObject({ details: ['Cocoa, Almond, 1 kg, Eggless'] })
  await shop.runJobs()
  const mail = [...shop.mails.values()].find(({ to }) => to === asha.email)
  expect(mail?.text).toContain('Truffle Cake, Cocoa, Almond, 1 kg')
  expect(mail?.text).toContain('Contains: gluten, tree nuts.')
})

it('the kitchen makes it as chosen, and staff are suggested it again', async () => {
  await buy(shop, asha.token, { order: [line], amount: 1030.5 })
  const { items } = await loadKitchen(shop.context, '2026-11-21')
  expect(items).toMatchObject([
    { flavour: 'Cocoa, Almond', egg: 'Eggless', allergens: 'Contains: gluten, tree nuts.' },
  ])
  const { body } = await shop.get<{ customer: { cakes: object[] } }>(
    '/orders/customer?mobileno=9876543210',
    owner.token,
  )
  expect(body.customer.cakes).toMatchObject([{ cakeid: 'truffle', chosen }])
})

it.each([
  ['nothing', []],
  ['one of two', chosen.slice(0, 1)],
  ['another price', ['Egg or eggless: Eggless +10', 'Filling: Cream']],
  ['what there never was', ['Egg or eggless: Egg', 'Filling: Gold']],
  ['all of it at once', choices],
])('nobody orders %s of what is to be chosen', async (_, other) => {
  const { status, body } = await begin(shop, asha.token, { order: [{ ...line, chosen: other }] })
  expect([status, body]).toMatchObject([
    409,
    { errors: { 'order.0': expect.stringContaining('has changed. Please remove it') } },
  ])
})

it('the total is the server’s', async () => {
  const { status, body } = await begin(shop, asha.token, { order: [line] })
  expect([status, body]).toMatchObject([409, { errors: { amount: 'The total is now ₹1,030.50.' } }])
})

it('a larger size keeps what was chosen, at its price', async () => {
  await shop.editCake({ weights: ['1', '2'] })
  const { orderId } = await buy(shop, asha.token, { order: [line], amount: 1030.5 })
  const [item] = await itemsOf(shop.context.db, orderId)
  const items = [{ id: item?.id, wt: '2', amount: 1 }]
  const changed = await shop.post('/orders/changeOrder', { orderId, items }, owner.token)
  expect([changed.status, changed.body]).toMatchObject([200, {}])
  const [after] = await itemsOf(shop.context.db, orderId)
  expect(after?.chosen).toEqual(chosen)
})

it.each([
  ['Shape: Round\nshape: Heart', 'Two choices have the same name'],
  ['Shape', '“Shape” is not a choice. Write it as Shape: Round, Heart +100'],
  [
    'Filling: Almond (almonds)',
    '“Filling: Almond (almonds)” is not a choice. Write it as Shape: Round, Heart +100',
  ],
])('the owner is told that %s is no choice', async (text, sentence) => {
  const { status, body } = await shop.post(
    '/cakes/editcake',
    { id: 'truffle', choices: text.split('\n') },
    owner.token,
  )
  expect([status, body]).toMatchObject([422, { errors: { choices: sentence } }])
})

it('what a cake can be had with is given to all of its category, and to no other', async () => {
  await shop.addCake({ id: 'fudge', name: 'Fudge Cake', choices: ['Shape: Round, Heart'] })
  await shop.addCake({ id: 'rose', name: 'Rose Cake', category: 'Flowers' })
  const { status, body } = await shop.post('/cakes/share-choices', { id: 'truffle' }, owner.token)
  expect([status, body]).toMatchObject([
    200,
    { message: 'All cakes of Chocolate have these choices: 2.' },
  ])
  expect(await Promise.all(['truffle', 'fudge', 'rose'].map(had))).toEqual([choices, choices, []])
})

it('none of a category has the choices if one of them contradicts itself, which is named', async () => {
  await shop.addCake({ id: 'fudge', name: 'Fudge Cake' })
  await shop.addCake({ id: 'mud', name: 'Mud Cake', weight: ['0'] })
  await shop.addCake({ id: 'opera', name: 'Opera Cake' })
  const { status, body } = await shop.post('/cakes/share-choices', { id: 'truffle' }, owner.token)
  expect([status, body]).toMatchObject([422, { detail: expect.stringMatching(/^Mud Cake: /) }])
  expect(await Promise.all(['fudge', 'mud', 'opera'].map(had))).toEqual([[], [], []])
})
