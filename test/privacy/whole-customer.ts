import { eq } from 'drizzle-orm'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { savePhoto } from '#shop/handling/handling.store.server.ts'
import { photoKey } from '#shop/handling/photos/order-photos.server.ts'
import { disputes } from '#shop/orders/money/ledger.tables.server.ts'
import { photoKinds } from '#shop/orders/order-photo.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import { saveReview } from '#shop/orders/reviews/reviews.store.server.ts'
import { encodePicture } from '#shop/pictures/encode-picture.server.ts'
import { storePicture } from '#shop/pictures/pictures.store.server.ts'
import { insertSubscriber } from '#shop/storefront/storefront.store.server.ts'
import { buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { storedPayments } from '../support/ledger.ts'
import type { TestShop } from '../support/test-shop.ts'

/** Texts that only this person has: nothing of them may be left, or be in another's download. */
export interface Person {
  name: string
  email: string
  mobileno: string
  street: string
  nameOnCake: string
  wish: string
  message: string
  recipient: string
  recipientMobile: string
  giftMessage: string
  giftFrom: string
  riderNote: string
  savedPlace: string
  colour: string
}

export const mira: Person = {
  name: 'Mira Nambiar',
  email: 'mira@example.in',
  mobileno: '9811111111',
  street: '7 Banyan Lane',
  nameOnCake: 'Golu is seven',
  wish: 'A green tortoise',
  message: 'Do you bake for diabetics?',
  recipient: 'Kamala Nair',
  recipientMobile: '9833333333',
  giftMessage: 'Many happy returns, Golu',
  giftFrom: 'Your Mira aunty',
  riderNote: 'The blue gate',
  savedPlace: 'With Mira’s mother',
  colour: '#aa1122',
}

export const ravi: Person = {
  name: 'Ravi Menon',
  email: 'ravi@example.in',
  mobileno: '9822222222',
  street: '9 Temple Road',
  nameOnCake: 'Pinky is nine',
  wish: 'A yellow giraffe',
  message: 'Do you deliver to Hosur?',
  recipient: 'Sundar Iyer',
  recipientMobile: '9844444444',
  giftMessage: 'All the best, Pinky',
  giftFrom: 'Your Ravi uncle',
  riderNote: 'The red gate',
  savedPlace: 'With Ravi’s mother',
  colour: '#1122aa',
}

/** A customer who has done everything that leaves data. */
export async function wholeCustomer(shop: TestShop, person: Person, shared: string) {
  const { db, accounts, clock, outbox } = shop.context
  const { name, email, mobileno, street, nameOnCake, wish, message } = person
  const password = `${mobileno} and cake`
  await accounts.register({ name, email, mobileno, date: '1990-05-17', password })
  const { token } = await accounts.signIn(email, password)
  const design = await keepPicture(shop, person.colour)
  const image = [design, shared].map((id) => `/pictures/${id}/960.webp`)
  const order = [
    { ...truffleLine, bname: nameOnCake },
    { ...customLine, bname: nameOnCake, detail: wish, flavour: wish, image },
  ]
  const address = `${street},560001,Bengaluru`
  const recipient = { name: person.recipient, mobile: person.recipientMobile }
  const more = {
    order,
    address,
    user: { email },
    checkoutId: crypto.randomUUID(),
    recipient,
    giftMessage: person.giftMessage,
    giftFrom: person.giftFrom,
    riderNote: person.riderNote,
  }
  const { orderId } = await buy(shop, token, more)
  await shop.post(
    '/orders/process-payment',
    { ...more, amount: 900, time: '2026-11-21T17:30' },
    token,
  )
  await shop.post(
    '/account/addresses',
    { label: person.savedPlace, address: street, pincode: '560001', city: 'Bengaluru' },
    token,
  )
  await shop.post('/contact', { username: name, Email: email, Message: message })
  await insertSubscriber(
    db,
    { email, token: `token of ${mobileno}`, consentedAt: clock.now() },
    clock.now(),
  )
  await shop.post('/confirm-subscription', { token: `token of ${mobileno}` })
  await shop.post('/users/forgot-password', { email })
  await shop.runJobs()
  await db.update(users).set({ emailVerified: true }).where(eq(users.email, email))
  await outbox?.put(`order-placed-${orderId}.eml`, new TextEncoder().encode(`To: ${email}`))
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  await saveReview(db, {
    ...{ itemId: item?.id ?? '', orderId, cakeId: 'truffle', stars: 5, words: nameOnCake },
    ...{ pictureId: design, by: name, about: '1 kg', writtenAt: clock.now() },
  })
  return {
    id: user?.id ?? '',
    email,
    password,
    token,
    orderId,
    design,
    itemId: item?.id ?? '',
    photos: await photograph(shop, orderId),
  }
}

/** Photographs an order before it leaves and at the door. Answers the keys of the files. */
async function photograph({ context }: TestShop, orderId: string): Promise<string[]> {
  const keys: string[] = []
  for (const kind of photoKinds) {
    const file = crypto.randomUUID()
    await context.files.put(photoKey(file), await plainPicture('#ddccbb').webp().toBuffer())
    await savePhoto(context.db, { orderId, kind, file, takenAt: context.clock.now() })
    keys.push(photoKey(file))
  }
  return keys
}

/** A bank wants the money of an order back. Answers the dispute's id. */
export async function disputePayment(
  { context: { db, clock } }: TestShop,
  orderId: string,
  status: 'under_review' | 'won' | 'lost',
): Promise<string> {
  const payment = (await storedPayments(db)).find((one) => one.orderId === orderId)
  const id = crypto.randomUUID()
  await db.insert(disputes).values({
    id,
    paymentId: payment?.id ?? '',
    provider: 'stripe',
    providerDisputeId: `du_${id}`,
    amountPaise: 100,
    reason: 'product_not_received',
    status,
    isRefundable: false,
    reportedAt: clock.now(),
    createdAt: clock.now(),
  })
  return id
}

export async function keepPicture(shop: TestShop, colour: string): Promise<string> {
  const picture = await encodePicture(await plainPicture(colour, 4, 4).png().toBuffer())
  await storePicture(shop.context, picture, shop.context.clock.now())
  return picture.id
}

/** The person's own texts, as they are searched for. */
export function textsOf({ colour: _, ...texts }: Person): string[] {
  return Object.values(texts)
}
