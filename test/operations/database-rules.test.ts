import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { limits, operatorRuns } from '#platform/database/platform.tables.server.ts'
import {
  credentials,
  passkeys,
  sessions,
  twoFactors,
  usedCodes,
  users,
  verifications,
} from '#shop/accounts/accounts.tables.server.ts'
import { addresses } from '#shop/address-book/address-book.tables.server.ts'
import { staffInvitations } from '#shop/admin/staff/staff.tables.server.ts'
import { auditLog, isSecurity } from '#shop/audit-log/audit-log.tables.server.ts'
import { cakePictures, cakes } from '#shop/cakes/cakes.tables.server.ts'
import {
  deliveryDays,
  deliveryLoads,
  deliveryPincodes,
  deliveryReservations,
  deliverySlots,
  deliveryUsual,
  deliveryZones,
  unservedPincodes,
} from '#shop/delivery/delivery.tables.server.ts'
import { exceptionalDays, lateDeliveries } from '#shop/handling/handling.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { noticePhones, noticeWishes } from '#shop/notices/notices.tables.server.ts'
import { coupons } from '#shop/orders/coupons/coupons.tables.server.ts'
import {
  disputes,
  givenAway,
  orderCharges,
  orderPayments,
  paymentEvents,
} from '#shop/orders/money/ledger.tables.server.ts'
import {
  creditNoteSerials,
  invoiceSerials,
  orderPapers,
} from '#shop/orders/money/papers.tables.server.ts'
import {
  orderItems,
  orderMoves,
  orderPhotos,
  orders,
  quotes,
  trackingLinks,
} from '#shop/orders/orders.tables.server.ts'
import { cakeReviews } from '#shop/orders/reviews/reviews.tables.server.ts'
import { sandboxIntents } from '#shop/payments/sandbox/sandbox.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { riderRuns, riderStops } from '#shop/riders/riders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { shopWords } from '#shop/words/words.tables.server.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestDatabase } from '../support/test-database.ts'

const now = new Date('2026-11-20T04:30:00Z')
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const dated = { createdAt: now, updatedAt: now }

/** One row of each table that keeps every rule; the wrong ones below differ from it in what they name. */
const user = { id: 'asha', name: 'Asha Rao', email: 'asha@example.in', mobileno: '9876543210' }
const baker = { ...user, id: 'baker', email: 'baker@example.in', role: 'owner' as const }
const session = { id: 's1', userId: user.id, token: 'token', expiresAt: now }
const twoFactor = { id: 't1', userId: user.id, secret: 'secret', backupCodes: 'codes' }
const usedCode = { userId: user.id, code: '123456', usedAt: now }
const passkey = {
  id: 'k1',
  userId: user.id,
  publicKey: 'key',
  credentialID: 'credential',
  counter: 0,
  deviceType: 'multiDevice',
  backedUp: true,
}
const credential = { id: 'c1', userId: user.id, accountId: user.id, providerId: 'credential' }
const picture = {
  id: 'p1',
  width: 640,
  height: 480,
  colour: '#aabbcc',
  placeholder: 'data:',
}
const cake = {
  id: 'truffle',
  name: 'Truffle Cake',
  pricePaise: 85_000,
  category: 'Chocolate',
  flavours: ['Cocoa'],
  weights: ['1'],
  egg: 'Eggless' as const,
  stock: 5,
  description: 'A cake.',
}
const cakePicture = { cakeId: cake.id, position: 0, pictureId: picture.id }
const zone = {
  id: id(20),
  position: 0,
  name: 'City',
  feePaise: 5_000,
  freeFromPaise: null,
  minimumPaise: 0,
  travelMinutes: 30,
  active: true,
}
const pincode = { pincode: '560', zoneId: zone.id, position: 0 }
const slot = {
  id: id(21),
  weekday: 5,
  startMinute: 960,
  endMinute: 1080,
  kind: 'standard' as const,
  surchargePaise: 0,
  cutOffMinutes: 60,
  cutOffDayBefore: null,
  places: 5,
  bakesDayBefore: false,
}
const usual = { kitchenMinutes: null, holdMinutes: 15, daysAhead: 60, version: 1 }
const closedDay = { day: '2026-11-08', closedReason: 'Diwali', places: {} }
const slotLoad = { day: '2026-11-20', resource: slot.id, taken: 1 }
const reservation = {
  id: id(22),
  day: '2026-11-20',
  slotId: slot.id,
  productionDay: '2026-11-20',
  kitchenMinutes: 30,
  state: 'kept' as const,
  heldUntil: now,
}
const order = {
  id: id(1),
  userId: user.id,
  customerName: user.name,
  customerEmail: user.email,
  customerMobile: user.mobileno,
  address: '12 Church Street,560001,Bengaluru',
  deliveryAt: now,
  state: 'placed' as const,
  checkoutKey: 'key',
  paymentMethod: 'provider' as const,
  chargedPaise: 90_000,
  createdAt: now,
  placedAt: now,
}
const move = {
  id: id(30),
  orderId: order.id,
  move: 'bake' as const,
  from: 'placed' as const,
  to: 'baking' as const,
  at: now,
  by: 'baker@example.in',
  detail: '',
}
const run = {
  id: id(31),
  riderName: 'Ravi',
  riderMobile: '9876500000',
  createdAt: now,
  linkEndsAt: new Date(now.getTime() + 1),
  revokedAt: null,
}
const wishes = { id: baker.id, wishes: {}, quietFrom: '', quietUntil: '' }
const phone = { userId: baker.id, endpoint: 'https://x', p256dh: 'x', auth: 'x', createdAt: now }
const exceptionalDay = { day: '2026-11-21', reason: 'Heavy rain', declaredAt: now }
const given = { orderId: order.id, byId: null, paise: 100_00, at: now }
const late = {
  orderId: order.id,
  minutes: 45,
  outcome: 'owed' as const,
  decidedAt: now,
}
const stop = { orderId: order.id, runId: run.id, position: 0 }
const item = {
  id: id(2),
  orderId: order.id,
  orderNumber: 1001,
  position: 0,
  cakeId: cake.id,
  name: cake.name,
  category: cake.category,
  flavour: 'Cocoa',
  wt: '1',
  amount: 1,
  bname: '',
  detail: '',
  customize: false,
  image: [],
  status: 'processing' as const,
  pricePaise: 85_000,
  unitPaise: 85_000,
}
const customItem = {
  ...item,
  id: id(7),
  position: 1,
  cakeId: null,
  customize: true,
  status: 'quoted' as const,
  pricePaise: 0,
  unitPaise: 0,
}
const coupon = {
  code: 'DIWALI10',
  percent: 10,
  fromPaise: 0,
  categories: [],
  isForFirstOrder: false,
  createdAt: now,
}
const orderPhoto = { orderId: id(1), file: id(32), takenAt: now }
const trackingLink = { orderId: id(1), audience: 'sender' as const, version: 2 }
const quote = {
  id: id(8),
  itemId: customItem.id,
  pricePaise: 145_000,
  status: 'open' as const,
  quotedAt: now,
  answerBy: now,
}
const payment = {
  id: id(3),
  orderId: order.id,
  paise: 90_000,
  method: 'provider' as const,
  cause: 'online' as const,
  buys: { kind: 'order' as const },
  status: 'succeeded' as const,
  provider: 'sandbox',
  providerId: 'pi_1',
  key: 'checkout',
  ...dated,
}
const refund = {
  ...payment,
  id: id(5),
  paise: -90_000,
  cause: 'refund' as const,
  buys: null,
  providerId: 're_1',
  paymentId: payment.id,
  key: 'rest',
  reason: 'Cancelled',
}
const loss = {
  ...refund,
  id: id(50),
  cause: 'dispute' as const,
  providerId: 'du_1',
  key: 'lost',
}
const doorPayment = {
  id: id(51),
  orderId: order.id,
  paise: 5_000,
  method: 'upi' as const,
  cause: 'door' as const,
  status: 'succeeded' as const,
  reference: '123456789012',
  key: 'door',
  by: 'rider',
  ...dated,
}
const counterPayment = {
  ...doorPayment,
  id: id(52),
  paise: -500,
  method: 'cash' as const,
  cause: 'counter' as const,
  reference: null,
  key: 'counter',
}
const doorRefund = {
  ...counterPayment,
  id: id(57),
  cause: 'refund' as const,
  paymentId: doorPayment.id,
  key: 'door-refund',
}
const event = {
  id: id(4),
  paymentId: payment.id,
  provider: 'sandbox',
  providerEventId: 'evt_1',
  type: 'succeeded',
  receivedAt: now,
}
const dispute = {
  id: id(6),
  paymentId: payment.id,
  provider: 'sandbox',
  providerDisputeId: 'du_1',
  amountPaise: 90_000,
  reason: 'general',
  status: 'open' as const,
  isRefundable: false,
  answerBy: now,
  reportedAt: now,
  createdAt: now,
}
const intent = {
  id: 'pi_1',
  idempotencyKey: order.id,
  clientSecret: 'secret',
  amountPaise: 90_000,
  currency: 'INR',
  reference: order.id,
  methodId: 'pm_1',
  status: 'succeeded' as const,
  ...dated,
}
const savedAddress = {
  id: id(30),
  userId: user.id,
  place: 1,
  label: 'Home',
  mobile: '9812345678',
  address: '12 Church Street',
  pincode: '560001',
  city: 'Bengaluru',
  isDefault: true,
}
const verification = { id: 'v1', identifier: 'reset', value: user.id, expiresAt: now }
const lastSerial = { year: '26-27', last: 1 }
const invoice = {
  id: id(40),
  kind: 'invoice' as const,
  serial: 'CW/26-27/0000001',
  year: '26-27',
  orderId: order.id,
  issuedAt: now,
  content: {} as never,
  personal: {} as never,
  digest: 'a'.repeat(64),
  taxablePaise: 100,
  taxPaise: 5,
  totalPaise: 105,
}
const creditNote = {
  ...invoice,
  id: id(41),
  kind: 'credit-note' as const,
  serial: 'CN/26-27/0000001',
  invoiceId: invoice.id,
}
const charge = {
  id: id(43),
  orderId: order.id,
  line: 'item' as const,
  itemId: item.id,
  paise: 85_000,
  cause: 'placed' as const,
  event: 'placed',
  hsn: '1905',
  gstPercent: 5,
  createdAt: now,
}
const printedCharge = {
  ...charge,
  id: id(44),
  line: 'delivery' as const,
  itemId: null,
  paise: 5_000,
  paperId: invoice.id,
}
const credit = {
  ...charge,
  id: id(45),
  paise: -500,
  cause: 'goodwill' as const,
  event: 'dented',
  reason: 'A dented cake',
}
const cakeReview = {
  ...{ itemId: item.id, orderId: order.id, cakeId: cake.id, stars: 5, pictureId: picture.id },
  ...{ by: 'Asha, Nov 2026', about: '1 kg, eggless', writtenAt: now },
}
const securityEntry = {
  at: new Date(),
  kind: 'security' as const,
  actor: 'anyone' as const,
  actorId: user.id,
  action: 'signed-in' as const,
  subject: 'users' as const,
  subjectId: '',
  after: {},
  count: 1,
}
const longAgo = new Date('2020-01-01T00:00:00Z')
const entry = {
  at: now,
  actor: 'admin' as const,
  actorId: baker.id,
  actorEmail: baker.email,
  action: 'add-cake' as const,
  subject: 'cake' as const,
  subjectId: cake.id,
}
const message = {
  id: id(6),
  username: user.name,
  email: user.email,
  message: 'Do you bake without nuts?',
  createdAt: now,
}
const shopWord = { key: 'about.shop', text: 'Our shop', pictureId: picture.id }
const invitation = {
  id: 'i1',
  email: 'hand@example.in',
  role: 'kitchen' as const,
  invitedBy: baker.id,
  createdAt: now,
  expiresAt: new Date(now.getTime() + 1),
}
const mail = { id: 'order-placed-1', kind: 'order-placed', data: {}, createdAt: now }
const subscriber = { email: user.email, token: 'token', consentedAt: now }

const unservedPincode = { pincode: '744101', lookups: 1, lastDay: '2026-11-20' }

/** In the order in which they need each other. */
const whole: [PgTable, object][] = [
  [users, user],
  [users, baker],
  [sessions, session],
  [credentials, credential],
  [twoFactors, twoFactor],
  [usedCodes, usedCode],
  [passkeys, passkey],
  [verifications, verification],
  [addresses, savedAddress],
  [pictures, picture],
  [shopWords, shopWord],
  [cakes, cake],
  [cakePictures, cakePicture],
  [deliveryZones, zone],
  [deliveryPincodes, pincode],
  [deliverySlots, slot],
  [deliveryUsual, usual],
  [deliveryDays, closedDay],
  [deliveryLoads, slotLoad],
  [deliveryReservations, reservation],
  [coupons, coupon],
  [orders, order],
  [orderItems, item],
  [orderMoves, move],
  [trackingLinks, trackingLink],
  [orderPhotos, orderPhoto],
  [noticeWishes, { userId: baker.id, ...wishes }],
  [noticePhones, phone],
  [riderRuns, run],
  [riderStops, stop],
  [exceptionalDays, exceptionalDay],
  [lateDeliveries, late],
  [givenAway, given],
  [orderItems, customItem],
  [cakeReviews, cakeReview],
  [quotes, quote],
  [invoiceSerials, lastSerial],
  [creditNoteSerials, lastSerial],
  [orderPayments, payment],
  [orderPayments, refund],
  [orderPayments, loss],
  [orderPayments, doorPayment],
  [orderPayments, counterPayment],
  [orderPayments, doorRefund],
  [paymentEvents, event],
  [disputes, dispute],
  [orderPapers, invoice],
  [orderPapers, creditNote],
  [orderCharges, charge],
  [orderCharges, printedCharge],
  [orderCharges, credit],
  [sandboxIntents, intent],
  [messages, message],
  [subscribers, subscriber],
  [unservedPincodes, unservedPincode],
  [mails, mail],
  [auditLog, entry],
  [auditLog, securityEntry],
  [staffInvitations, invitation],
  [limits, { key: 'write:local', points: 1, expire: now }],
  [operatorRuns, { command: 'backup', endedAt: now, errors: 0 }],
]

let database: OpenDatabase
let before: Record<string, string>

beforeAll(async () => {
  database = await openTestDatabase()
  for (const [table, row] of whole) await database.db.insert(table).values(row)
  before = await tableContents(database.db)
})
afterAll(() => database.close())

/** Every rule that a wrong row or a statement below breaks. */
const tried = new Set<string>()

/** What an order has that was made in a slot. */
const inSlot = {
  reservationId: reservation.id,
  slotStartsAt: now,
  slotEndsAt: new Date(now.getTime() + 1),
}

/** The statement must fail by the rule of this name, and change nothing. */
async function refusedBy(rule: string, statement: PromiseLike<unknown>) {
  tried.add(rule)
  const error = await Promise.resolve(statement).then(
    () => new Error('PostgreSQL took it'),
    (refused: Error) => (refused.cause as Error | undefined) ?? refused,
  )
  expect(error.message).toContain(rule)
  expect(await tableContents(database.db)).toEqual(before)
}

/** Another row like the valid one, under keys of its own, that differs in `change`: refused by `rule`. */
type Wrong = [rule: string, change: object]

function wrongRows(name: string, table: PgTable, another: () => object, wrong: Wrong[]) {
  describe(name, () => {
    it('takes the row the wrong ones are made from', async () => {
      const undo = new Error('undo')
      const kept = database.db.transaction(async (tx) => {
        await tx.insert(table).values(another())
        throw undo
      })
      await expect(kept).rejects.toBe(undo)
    })

    it.each(wrong)('%s refuses %j', (rule, change) =>
      refusedBy(rule, database.db.insert(table).values({ ...another(), ...change })),
    )
  })
}

let counter = 100
const fresh = () => id(counter++)
const serial = () => `CW/26-27/${String(counter++).padStart(7, '0')}`
const notNull = (column: string) => `null value in column "${column}"`

const guest = { id: 'g', email: 'g@guest.invalid', guestEmail: 'ravi@example.in' }

wrongRows('an account', users, () => ({ ...user, id: fresh(), email: `${fresh()}@example.in` }), [
  ['users_email_lower', { email: 'Ravi@example.in' }],
  ['users_email_unique', { email: user.email }],
  ['users_role', { role: 'admin' as 'owner' }],
  ['users_mobileno', { mobileno: '987654321' }],
  ['users_mobileno', { mobileno: '98765 4321' }],
  ['users_mobileno', { mobileno: '+919876543210' }],
  ['users_mobileno', { mobileno: '+1234567' }],
  ['users_name_given', { name: '  ' }],
  ['users_deleted_is_nobody', { deletedAt: now }],
  ['users_guest_has_no_account', { guestEmail: 'ravi@example.in' }],
  ['users_guest_has_no_account', { ...guest, birthdate: '1990-05-17' }],
  ['users_guest_has_no_account', { ...guest, role: 'owner' as const }],
  ['users_guest_has_no_account', { ...guest, guestEmail: 'Ravi@example.in' }],
  [notNull('email'), { email: null }],
])

wrongRows('a session', sessions, () => ({ ...session, id: fresh(), token: fresh() }), [
  ['sessions_token_unique', { token: session.token }],
  ['sessions_user_id_users_id_fk', { userId: 'nobody' }],
])

wrongRows('a sign-in by password', credentials, () => ({ ...credential, id: fresh() }), [
  ['credentials_user_id_users_id_fk', { userId: 'nobody' }],
])

wrongRows(
  'an authenticator app',
  twoFactors,
  () => ({ ...twoFactor, id: fresh(), userId: baker.id }),
  [
    ['two_factors_user_id_unique', { userId: user.id }],
    ['two_factors_user_id_users_id_fk', { userId: 'nobody' }],
  ],
)

wrongRows('a used code', usedCodes, () => ({ ...usedCode, code: fresh() }), [
  ['used_codes_user_id_code_pk', { code: usedCode.code }],
  ['used_codes_user_id_users_id_fk', { userId: 'nobody' }],
])

wrongRows('a passkey', passkeys, () => ({ ...passkey, id: fresh(), credentialID: fresh() }), [
  ['passkeys_credential_id_unique', { credentialID: passkey.credentialID }],
  ['passkeys_user_id_users_id_fk', { userId: 'nobody' }],
])

wrongRows(
  'a saved address',
  addresses,
  () => ({ ...savedAddress, id: fresh(), place: 2, isDefault: false }),
  [
    ['addresses_user_id_users_id_fk', { userId: 'nobody' }],
    ['addresses_place_of_user', { place: savedAddress.place }],
    ['addresses_place', { place: 0 }],
    ['addresses_place', { place: 21 }],
    ['addresses_default', { isDefault: true }],
    ['addresses_label', { label: '' }],
    ['addresses_label', { label: 'x'.repeat(321) }],
    ['addresses_mobile', { mobile: '12345' }],
    ['addresses_pincode', { pincode: '012345' }],
  ],
)

wrongRows('a word of the shop', shopWords, () => ({ ...shopWord, key: fresh() }), [
  ['shop_words_pkey', { key: shopWord.key }],
  ['shop_words_picture_id_pictures_id_fk', { pictureId: 'gone' }],
])

wrongRows('a picture', pictures, () => ({ ...picture, id: fresh() }), [
  ['pictures_size', { width: 0 }],
  ['pictures_size', { height: -1 }],
  ['pictures_colour', { colour: 'red' }],
  ['pictures_colour', { colour: '#AABBCC' }],
])

wrongRows('a cake', cakes, () => ({ ...cake, id: fresh() }), [
  ['cakes_id_slug', { id: 'Truffle Cake' }],
  ['cakes_id_slug', { id: '../truffle' }],
  ['cakes_pkey', { id: cake.id }],
  ['cakes_price', { pricePaise: 0 }],
  ['cakes_price', { pricePaise: -1 }],
  ['cakes_earlier_price', { earlierPricePaise: cake.pricePaise }],
  ['cakes_egg', { egg: 'egg' }],
  ['cakes_allergens', { contains: ['cheese'] }],
  ['cakes_allergens', { contains: [], mayContain: ['nuts'] }],
  ['cakes_traces', { contains: null, mayContain: ['soy'] }],
  ['cakes_contains_egg', { contains: ['egg'] }],
  ['cakes_contains_egg', { egg: 'Egg', contains: ['milk'] }],
  ['cakes_made_by_fssai', { madeByFssai: '1234567890123' }],
  ['cakes_stock', { stock: 0 }],
  ['cakes_lead', { leadHours: -1 }],
  ['cakes_lead', { leadHours: 337 }],
  ['cakes_pieces', { piecesADay: 0 }],
  ['cakes_pieces', { piecesInAll: 0 }],
  ['cakes_days', { fromDay: '2026-12-05', untilDay: '2026-12-04' }],
  ['cakes_weekdays', { weekdays: ['Sat', 'Samstag'] }],
  ['cakes_work', { workMinutes: -1 }],
  ['cakes_work', { workMinutes: 1441 }],
  ['cakes_work', { minutesPerKg: -1 }],
  ['cakes_work', { minutesPerKg: 1441 }],
  ['cakes_stars', { stars: 5.1 }],
  ['cakes_stars', { stars: -0.1 }],
  ['cakes_choices', { flavours: [] }],
  ['cakes_choices', { weights: [] }],
  [notNull('hidden'), { hidden: null }],
])

wrongRows('a picture of a cake', cakePictures, () => ({ ...cakePicture, position: counter++ }), [
  ['cake_pictures_picture_id_pictures_id_fk', { pictureId: 'gone' }],
  ['cake_pictures_cake_id_cakes_id_fk', { cakeId: 'gone' }],
  ['cake_pictures_cake_id_position_pk', { position: 0 }],
  [notNull('alt'), { alt: null }],
])

wrongRows('an order', orders, () => ({ ...order, id: fresh(), checkoutKey: fresh() }), [
  ['orders_state', { state: 'paid', placedAt: null }],
  ['orders_placed_at', { placedAt: null }],
  ['orders_placed_at', { state: 'awaiting_payment' }],
  ['orders_placed_at', { state: 'expired' }],
  ['orders_payment_method', { paymentMethod: 'card' as 'cash' }],
  ['orders_courier', { courier: { name: 'Porter', link: 'javascript:alert(1)', note: '' } }],
  ['orders_sums', { chargedPaise: -1 }],
  ['orders_sums', { paidPaise: -1 }],
  [notNull('payment_method'), { paymentMethod: null }],
  [notNull('charged_paise'), { chargedPaise: null }],
  ['orders_checkout_key', { checkoutKey: order.checkoutKey }],
  ['orders_user_id_users_id_fk', { userId: 'nobody' }],
  ['orders_coupon_coupons_code_fk', { coupon: 'GONE' }],
  ['orders_reservation_id_delivery_reservations_id_fk', { ...inSlot, reservationId: id(99) }],
  ['orders_slot', { reservationId: reservation.id }],
  ['orders_slot', { ...inSlot, slotEndsAt: null }],
  ['orders_slot', { ...inSlot, slotEndsAt: now }],
  ['orders_pickup', { isPickup: true }],
  ['orders_pickup', { ...inSlot, isPickup: true, zone: 'Central Bengaluru' }],
  ['orders_pickup', { ...inSlot, isPickup: true, zoneId: id(98) }],
  [notNull('address'), { address: null }],
  [notNull('kitchen_note'), { kitchenNote: null }],
  ['orders_fulfilment', { fulfilment: 'lost' }],
  ['orders_fulfilment', { fulfilment: 'collected', arrivedAt: now }],
  ['orders_fulfilment', { fulfilment: 'baking', state: 'expired', placedAt: null }],
  ['orders_arrived_at', { fulfilment: 'delivered' }],
  ['orders_arrived_at', { arrivedAt: now }],
  ['orders_lead', { leadMinutes: -1 }],
  ['orders_recipient_mobile', { recipientName: 'Ravi', recipientMobile: '5876543210' }],
  ['orders_recipient_mobile', { recipientName: 'Ravi', recipientMobile: '98765' }],
  ['orders_recipient', { recipientMobile: '9876543210' }],
  ['orders_recipient', { recipientEmail: 'ravi@example.in' }],
  ['orders_recipient', { isSurprise: true }],
  ['orders_texts', { riderNote: 'x'.repeat(1121) }],
  ['orders_texts', { giftMessage: 'x'.repeat(1601) }],
  ['orders_texts', { giftFrom: 'x'.repeat(481) }],
])

wrongRows('a coupon', coupons, () => ({ ...coupon, code: `A${counter++}` }), [
  ['coupons_code', { code: 'di' }],
  ['coupons_off', { paise: 100 }],
  ['coupons_off', { percent: null }],
  ['coupons_off', { percent: 91 }],
  ['coupons_off', { percent: null, paise: 100, fromPaise: 100 }],
  ['coupons_from', { fromPaise: -1 }],
  ['coupons_uses', { maxUses: 0 }],
  ['coupons_uses', { maxEach: 0 }],
  ['coupons_days', { startsOn: '2026-11-21', endsOn: '2026-11-20' }],
])

wrongRows('an item', orderItems, () => ({ ...item, id: fresh(), position: counter++ }), [
  ['order_items_amount', { amount: 0 }],
  ['order_items_amount', { amount: -1 }],
  ['order_items_minutes', { kitchenMinutes: -1 }],
  ['order_items_prices', { pricePaise: -1 }],
  ['order_items_coupon', { unitPaise: -1, customize: true }],
  ['order_items_coupon', { couponPaise: -1 }],
  ['order_items_coupon', { couponPaise: 85_001 }],
  ['order_items_ready_made_priced', { unitPaise: 0 }],
  ['order_items_status', { status: 'Prepared' }],
  ['order_items_egg', { egg: 'egg' }],
  ['order_items_position', { position: 0 }],
  ['order_items_order_id_orders_id_fk', { orderId: id(99) }],
  ['order_items_prepared_at', { preparedAt: new Date() }],
  ['order_items_problem', { problem: 'No oven' }],
  ['order_items_problem', { status: 'rejected' }],
])

wrongRows('a move of an order', orderMoves, () => ({ ...move, id: fresh() }), [
  ['order_moves_order_id_orders_id_fk', { orderId: id(99) }],
  ['order_moves_reason', { reason: 'nobody-in' }],
])

wrongRows('a message about an order', messages, () => ({ ...message, id: fresh() }), [
  ['messages_order_id_orders_id_fk', { orderId: id(99) }],
  ['messages_wish', { wish: 'gold' as never }],
  ['messages_item_id_order_items_id_fk', { itemId: id(99), orderId: order.id }],
  ['messages_item', { itemId: id(5), orderId: null }],
])

wrongRows('a review', cakeReviews, () => ({ ...cakeReview, itemId: customItem.id }), [
  ['cake_reviews_pkey', { itemId: item.id }],
  ['cake_reviews_item_id_order_items_id_fk', { itemId: id(99) }],
  ['cake_reviews_order_id_orders_id_fk', { orderId: id(99) }],
  ['cake_reviews_picture_id_pictures_id_fk', { pictureId: 'gone' }],
  ['cake_reviews_stars', { stars: 0 }],
  ['cake_reviews_stars', { stars: 6 }],
  ['cake_reviews_state', { state: 'public' as never }],
  ['cake_reviews_reason', { state: 'hidden' }],
  ['cake_reviews_reason', { reason: 'Why' }],
])

wrongRows('a renewed link', trackingLinks, () => ({ ...trackingLink, audience: 'recipient' }), [
  ['tracking_links_order_id_audience_pk', { audience: 'sender' }],
  ['tracking_links_audience', { audience: 'rider' }],
  ['tracking_links_version', { version: 1 }],
  ['tracking_links_order_id_orders_id_fk', { orderId: id(99) }],
])

describe('a photo of an order', () => {
  it.each([
    ['order_photos_order_id_kind_pk', { file: id(33) }],
    ['order_photos_kind', { kind: 'box' as 'door', file: id(33) }],
    ['order_photos_order_id_orders_id_fk', { orderId: id(99), file: id(33) }],
    ['order_photos_file_unique', { orderId: id(99) }],
  ])('%s refuses %j', (rule, change) =>
    refusedBy(rule, database.db.insert(orderPhotos).values({ ...orderPhoto, ...change })),
  )
})

wrongRows('a rider’s run', riderRuns, () => ({ ...run, id: fresh() }), [
  ['rider_runs_name', { riderName: '' }],
  ['rider_runs_mobile', { riderMobile: '5876500000' }],
  ['rider_runs_ends', { linkEndsAt: now }],
])

wrongRows('what somebody hears', noticeWishes, () => ({ ...wishes, id: 'shop' }), [
  ['notice_wishes_id', { id: 'somebody' }],
  ['notice_wishes_quiet', { quietFrom: '22:00' }],
  ['notice_wishes_quiet', { quietFrom: 'ten', quietUntil: 'six' }],
  ['notice_wishes_user_id_users_id_fk', { id: 'nobody', userId: 'nobody' }],
])

wrongRows('a phone that is told', noticePhones, () => ({ ...phone, endpoint: fresh() }), [
  ['notice_phones_endpoint_unique', { endpoint: phone.endpoint }],
  ['notice_phones_user_id_users_id_fk', { userId: 'nobody' }],
])

wrongRows('an exceptional day', exceptionalDays, () => ({ ...exceptionalDay, day: '2026-11-22' }), [
  ['exceptional_days_pkey', { day: '2026-11-21' }],
  ['exceptional_days_reason', { reason: '' }],
])

wrongRows('what is given away', givenAway, () => given, [
  ['given_away_order_id_orders_id_fk', { orderId: id(99) }],
  ['given_away_by_id_users_id_fk', { byId: 'nobody' }],
  ['given_away_paise', { paise: 0 }],
])

describe('a late delivery', () => {
  it.each([
    ['late_deliveries_pkey', {}],
    ['late_deliveries_order_id_orders_id_fk', { orderId: id(99) }],
    ['late_deliveries_minutes', { minutes: -1 }],
    ['late_deliveries_outcome', { outcome: 'lost' as 'owed' }],
  ])('%s refuses %j', (rule, change) =>
    refusedBy(rule, database.db.insert(lateDeliveries).values({ ...late, ...change })),
  )
})

describe('an order in a run', () => {
  it.each([
    ['rider_stops_pkey', {}],
    ['rider_stops_order_id_orders_id_fk', { orderId: id(99) }],
    ['rider_stops_wrong_codes', { wrongCodes: 6 }],
  ])('%s refuses %j', (rule, change) =>
    refusedBy(rule, database.db.insert(riderStops).values({ ...stop, ...change })),
  )

  it('is in a run that there is', () =>
    refusedBy(
      'rider_stops_run_id_rider_runs_id_fk',
      database.db.update(riderStops).set({ runId: id(99) }),
    ))
})

const agreedOnly = 'order_items_customised_priced_when_agreed'

wrongRows(
  'a customised item',
  orderItems,
  () => ({ ...customItem, id: fresh(), position: counter++ }),
  [
    [agreedOnly, { unitPaise: 145_000 }],
    [agreedOnly, { status: 'processing', unitPaise: 1 }],
    [agreedOnly, { status: 'declined', unitPaise: 1 }],
    [agreedOnly, { status: 'expired', unitPaise: 1 }],
    [agreedOnly, { status: 'rejected', problem: 'No oven', unitPaise: 1 }],
    [agreedOnly, { status: 'accepted' }],
    [agreedOnly, { status: 'completed' }],
  ],
)

wrongRows(
  'a quote that is over',
  quotes,
  () => ({ ...quote, id: fresh(), status: 'replaced', closedAt: now }),
  [
    ['quotes_one_counts', { status: 'open', closedAt: null }],
    ['quotes_one_counts', { status: 'accepted' }],
    ['quotes_price', { pricePaise: 0 }],
    ['quotes_price', { pricePaise: -1 }],
    ['quotes_lead', { leadHours: 337 }],
    ['quotes_work', { workMinutes: -1 }],
    ['quotes_status', { status: 'quoted' }],
    ['quotes_closed_at', { closedAt: null }],
    ['quotes_closed_at', { status: 'open' }],
    ['quotes_item_id_order_items_id_fk', { itemId: id(99) }],
    [notNull('answer_by'), { answerBy: null }],
  ],
)

wrongRows('the last serial of a year', invoiceSerials, () => ({ ...lastSerial, year: fresh() }), [
  ['invoice_serials_pkey', { year: lastSerial.year }],
  ['invoice_serials_last', { last: 0 }],
  ['invoice_serials_last', { last: -1 }],
])

wrongRows(
  'the last credit note of a year',
  creditNoteSerials,
  () => ({ ...lastSerial, year: fresh() }),
  [
    ['credit_note_serials_pkey', { year: lastSerial.year }],
    ['credit_note_serials_last', { last: 0 }],
  ],
)

wrongRows('an invoice', orderPapers, () => ({ ...invoice, id: fresh(), serial: serial() }), [
  ['order_papers_kind', { kind: 'bill' as 'invoice', serial: serial().replace('CW', 'CN') }],
  ['order_papers_serial_unique', { serial: invoice.serial }],
  ['order_papers_serial', { serial: 'CN/26-27/0000009' }],
  ['order_papers_serial', { serial: 'CW/26-27/00000009' }],
  ['order_papers_serial', { year: '25-26' }],
  ['order_papers_credit_note', { invoiceId: invoice.id }],
  ['order_papers_amounts', { taxPaise: 6 }],
  ['order_papers_amounts', { taxPaise: -5, totalPaise: 95 }],
  ['order_papers_digest', { digest: 'none' }],
  ['order_papers_words', { wordsDigest: 'none' }],
  ['order_papers_order_id_orders_id_fk', { orderId: id(99) }],
])

wrongRows(
  'a credit note',
  orderPapers,
  () => ({ ...creditNote, id: fresh(), serial: serial().replace('CW', 'CN') }),
  [
    ['order_papers_credit_note', { invoiceId: null }],
    ['order_papers_invoice_id_order_papers_id_fk', { invoiceId: id(99) }],
  ],
)

const ofDelivery = { line: 'delivery', itemId: null }

wrongRows('a charge', orderCharges, () => ({ ...charge, id: fresh(), event: fresh() }), [
  ['order_charges_line', { itemId: null }],
  ['order_charges_line', { line: 'delivery' }],
  ['order_charges_line', { line: 'surcharge' }],
  ['order_charges_values', { line: 'tip', itemId: null }],
  ['order_charges_values', { cause: 'lost', paise: -1 }],
  ['order_charges_paise', { paise: 0 }],
  ['order_charges_signs', { paise: -1 }],
  ['order_charges_signs', { cause: 'quoted', paise: -1 }],
  ['order_charges_once', { event: charge.event }],
  ['order_charges_once', { ...ofDelivery, event: printedCharge.event }],
  ['order_charges_order_id_orders_id_fk', { orderId: id(99) }],
  ['order_charges_item_id_order_items_id_fk', { itemId: id(99) }],
  ['order_charges_paper_id_order_papers_id_fk', { paperId: id(99) }],
  [notNull('hsn'), { hsn: null }],
])

wrongRows(
  'what is owed no more',
  orderCharges,
  () => ({ ...credit, id: fresh(), event: fresh() }),
  [
    ['order_charges_paise', { paise: 0 }],
    ...['dropped', 'cancelled', 'late', 'waived', 'goodwill'].map(
      (cause): Wrong => ['order_charges_signs', { cause, paise: 1 }],
    ),
  ],
)

describe('a charge that was added', () => {
  const rule = 'rows of order_charges are only ever added'
  const isCharge = eq(orderCharges.id, charge.id)
  const isPrinted = eq(orderCharges.id, printedCharge.id)
  const takes = async (change: (tx: Database) => PromiseLike<unknown>) => {
    const undo = new Error('undo')
    const made = database.db.transaction(async (tx) => {
      await change(tx)
      throw undo
    })
    await expect(made).rejects.toBe(undo)
  }
  it('is named by a paper once', async () => {
    await takes((tx) => tx.update(orderCharges).set({ paperId: invoice.id }).where(isCharge))
    for (const paperId of [creditNote.id, null]) {
      await refusedBy(rule, database.db.update(orderCharges).set({ paperId }).where(isPrinted))
    }
  })
  it.each([{ paise: 1 }, { cause: 'quoted' as const }, { event: 'other' }, { reason: 'x' }])(
    'is not changed to %j, also while a paper comes to name it',
    async (change) => {
      const more = { ...change, paperId: invoice.id }
      await refusedBy(rule, database.db.update(orderCharges).set(change).where(isCharge))
      await refusedBy(rule, database.db.update(orderCharges).set(more).where(isCharge))
    },
  )
  it('is deleted only before a paper names it', async () => {
    await takes((tx) => tx.delete(orderCharges).where(isCharge))
    await refusedBy(rule, database.db.delete(orderCharges).where(isPrinted))
  })
})

describe('a tax document', () => {
  const rule = 'rows of order_papers are only ever added'
  it('is not changed', () =>
    refusedBy(rule, database.db.update(orderPapers).set({ totalPaise: 0 })))
  it('is not changed while an account is deleted, but for what it says of its customer', async () => {
    const undo = new Error('undo')
    const kept = database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
      await tx.update(orderPapers).set({ personal: { name: '' } as never })
      throw undo
    })
    await expect(kept).rejects.toBe(undo)
    await refusedBy(
      rule,
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
        await tx.update(orderPapers).set({ content: { lines: [] } as never })
      }),
    )
  })
  it('is not deleted', () => refusedBy(rule, database.db.delete(orderPapers)))
})

const byShop = { actor: 'shop', actorId: null, actorEmail: null }

wrongRows('an entry of the audit log', auditLog, () => ({ ...entry }), [
  ['audit_log_actor', { actor: 'visitor' }],
  ['audit_log_kind', { kind: 'other' }],
  ['audit_log_kind', { actor: 'anyone' }],
  ['audit_log_kind', { network: '10.0.0.1' }],
  ['audit_log_kind', { count: 2 }],
  ['audit_log_actor_known', { actor: 'shop' }],
  ['audit_log_actor_known', { ...byShop, actorEmail: baker.email }],
  ['audit_log_actor_known', { actorId: null }],
  ['audit_log_actor_known', { actorId: null, actorEmail: null }],
  ['audit_log_actor_known', { actorEmail: null }],
  ['audit_log_actor_role', { actorRole: 'king' as 'owner' }],
  ['audit_log_actor_role', { actorRole: 'customer' }],
  ['audit_log_subject', { subject: 'payment' }],
  ['audit_log_actor_id_users_id_fk', { actorId: 'nobody' }],
  [notNull('subject_id'), { subjectId: null }],
])

wrongRows('an entry of the doors', auditLog, () => ({ ...securityEntry }), [
  ['audit_log_kind', { count: 0 }],
  ['audit_log_kind', { after: null }],
  ['audit_log_kind', { before: {} }],
  ['audit_log_kind', { subject: 'order' }],
  ['audit_log_kind', { actor: 'admin' }],
  ['audit_log_actor_known', { emailKey: 'hash' }],
  ['audit_log_actor_known', { actorEmail: user.email }],
  ['audit_log_actor_id_users_id_fk', { actorId: 'nobody' }],
])

wrongRows(
  'an invitation',
  staffInvitations,
  () => ({ ...invitation, id: fresh(), email: `${fresh()}@example.in` }),
  [
    ['staff_invitations_email_unique', { email: invitation.email }],
    ['staff_invitations_email_lower', { email: 'Hand@example.in' }],
    ['staff_invitations_role', { role: 'customer' as 'owner' }],
    ['staff_invitations_expiry', { expiresAt: now }],
    ['staff_invitations_invited_by_users_id_fk', { invitedBy: 'nobody' }],
  ],
)

wrongRows('a zone', deliveryZones, () => ({ ...zone, id: fresh() }), [
  ['delivery_zones_amounts', { feePaise: -1 }],
  ['delivery_zones_amounts', { freeFromPaise: -1 }],
  ['delivery_zones_amounts', { minimumPaise: -1 }],
  ['delivery_zones_travel', { travelMinutes: 601 }],
])

wrongRows('a pincode', deliveryPincodes, () => ({ ...pincode, pincode: '5601' }), [
  ['delivery_pincodes_pkey', { pincode: pincode.pincode }],
  ['delivery_pincodes_digits', { pincode: '056' }],
  ['delivery_pincodes_digits', { pincode: '5600011' }],
  ['delivery_pincodes_zone_id_delivery_zones_id_fk', { zoneId: id(99) }],
])

wrongRows('a slot', deliverySlots, () => ({ ...slot, id: fresh() }), [
  ['delivery_slots_weekday', { weekday: 7 }],
  ['delivery_slots_minutes', { endMinute: 960 }],
  ['delivery_slots_minutes', { endMinute: 1441 }],
  ['delivery_slots_kind', { kind: 'noon' as 'fixed' }],
  ['delivery_slots_cut_off', { cutOffMinutes: null }],
  ['delivery_slots_cut_off', { cutOffDayBefore: 1200 }],
  ['delivery_slots_cut_off', { cutOffMinutes: -1 }],
  ['delivery_slots_amounts', { surchargePaise: -1 }],
  ['delivery_slots_amounts', { places: -1 }],
])

describe('what is usual', () => {
  const wrong: Wrong[] = [
    ['delivery_usual_one', { id: 2 }],
    ['delivery_usual_hold', { holdMinutes: 9 }],
    ['delivery_usual_days', { daysAhead: 366 }],
    ['delivery_usual_kitchen', { kitchenMinutes: -1 }],
    ['delivery_usual_cash', { cashLimitPaise: 0 }],
  ]
  it.each(wrong)('%s refuses %j', (rule, change) =>
    refusedBy(rule, database.db.update(deliveryUsual).set(change)),
  )
})

wrongRows('a day', deliveryDays, () => ({ ...closedDay, day: '2026-11-09' }), [
  ['delivery_days_kitchen', { kitchenMinutes: -1 }],
])

wrongRows('a load', deliveryLoads, () => ({ ...slotLoad, resource: fresh() }), [
  ['delivery_loads_taken', { taken: -1 }],
])

wrongRows('a reservation', deliveryReservations, () => ({ ...reservation, id: fresh() }), [
  ['delivery_reservations_state', { state: 'lost' as 'held' }],
  ['delivery_reservations_minutes', { kitchenMinutes: -1 }],
])

wrongRows('an entry of the shop itself', auditLog, () => ({ ...entry, ...byShop }), [
  ['audit_log_actor_role', { actorRole: 'owner' }],
  [notNull('action'), { action: null }],
])

/** What a payment of another order differs in. That this order is missing is only noticed once all checks hold. */
const another = { orderId: id(99), providerId: 'pi_2', key: 'another' }

describe('a payment online', () => {
  const wrong: Wrong[] = [
    ['order_payments_paise', { paise: 0 }],
    ['order_payments_paise', { paise: -1 }],
    ['order_payments_values', { currency: 'USD' }],
    ['order_payments_status', { status: 'paid' }],
    ['order_payments_provider', { method: 'card' }],
    ['order_payments_values', { cause: 'gift', buys: null }],
    ['order_payments_status', { status: 'requested' }],
    ['order_payments_status', { status: 'failed' }],
    ['order_payments_provider', { provider: null }],
    ['order_payments_provider', { method: 'cash' }],
    ['order_payments_provider', { method: 'cash', provider: null }],
    ['order_payments_from', { paymentId: payment.id }],
    ['order_payments_made', { providerId: null }],
    ['order_payments_declined', { declined: 'card_declined' }],
    ['order_payments_declined', { declinedAt: now }],
    ['order_payments_declined', { declined: 'x'.repeat(501), declinedAt: now }],
    ['order_payments_buys', { buys: null }],
    ['order_payments_buys', { buys: { quoteId: payment.id } }],
    ['order_payments_buys', { returned: 'second' }],
    ['order_payments_buys', { returned: 'lost' }],
    ['order_payments_buys', { returned: 'not-had', status: 'started' }],
    ['order_payments_matched', { matchedAt: now }],
    ['order_payments_reference', { reference: '123456789013' }],
    ['order_payments_buys_order', { orderId: order.id }],
    ['order_payments_provider_id', { providerId: payment.providerId }],
    ['order_payments_key_unique', { key: payment.key }],
    ['order_payments_order_id_orders_id_fk', {}],
  ]
  it.each(wrong)('%s refuses %j', (rule, change) =>
    refusedBy(
      rule,
      database.db.insert(orderPayments).values({ ...payment, id: fresh(), ...another, ...change }),
    ),
  )
})

describe('money at a door', () => {
  const other = { orderId: id(99), reference: '123456789013', key: 'another' }
  const cash = { method: 'cash', reference: null }
  const wrong: Wrong[] = [
    ['order_payments_door', { orderId: order.id }],
    ['order_payments_reference_unique', { reference: doorPayment.reference }],
    ['order_payments_key_unique', { key: doorPayment.key }],
    ['order_payments_order_id_orders_id_fk', {}],
    // That nothing was taken is a row too: here only its order is wrong.
    ['order_payments_order_id_orders_id_fk', { ...cash, paise: 0 }],
    ['order_payments_provider', { cause: 'lost' }],
    ['order_payments_buys', { buys: { kind: 'order' } }],
    ['order_payments_buys', { returned: 'not-had' }],
    ['order_payments_values', { method: 'card', reference: null }],
    ['order_payments_paise', { paise: -1 }],
    ['order_payments_status', { status: 'started' }],
    ['order_payments_provider', { method: 'provider', reference: null, providerId: 'pi_2' }],
    ['order_payments_provider', { provider: 'sandbox' }],
    ['order_payments_from', { paymentId: payment.id }],
    ['order_payments_reference', { method: 'cash' }],
    ['order_payments_matched', { ...cash, matchedAt: now }],
    ['order_payments_matched', { ...cash, reversedAt: now }],
    ['order_payments_matched', { matchedAt: now, reversedAt: now }],
    ['order_payments_reference', { reference: null }],
    ['order_payments_reference', { reference: '12345678901x' }],
    ['order_payments_reason', { reason: 'x'.repeat(2401) }],
    ['order_payments_declined', { declined: 'card_declined', declinedAt: now }],
  ]
  it.each(wrong)('%s refuses %j', (rule, change) =>
    refusedBy(
      rule,
      database.db
        .insert(orderPayments)
        .values({ ...doorPayment, id: fresh(), ...other, ...change }),
    ),
  )
})

wrongRows(
  'what is settled after a door',
  orderPayments,
  () => ({ ...counterPayment, id: fresh(), key: fresh() }),
  [
    ['order_payments_paise', { paise: 0 }],
    ['order_payments_status', { status: 'requested' }],
    ['order_payments_provider', { provider: 'sandbox' }],
    ['order_payments_from', { paymentId: payment.id }],
  ],
)

wrongRows(
  'a refund of what was taken at a door',
  orderPayments,
  () => ({ ...doorRefund, id: fresh(), key: fresh() }),
  [
    ['order_payments_paise', { paise: 500 }],
    ['order_payments_status', { status: 'started' }],
    ['order_payments_provider', { provider: 'sandbox' }],
    ['order_payments_from', { paymentId: null }],
    ['order_payments_reference', { method: 'upi' }],
    ['order_payments_reason', { feePaise: 1 }],
  ],
)

wrongRows('an event', paymentEvents, () => ({ ...event, id: fresh(), providerEventId: fresh() }), [
  ['payment_events_once', { providerEventId: event.providerEventId }],
  ['payment_events_payment_id_order_payments_id_fk', { paymentId: id(99) }],
])

wrongRows(
  'a refund',
  orderPayments,
  () => ({ ...refund, id: fresh(), key: fresh(), providerId: fresh() }),
  [
    ['order_payments_paise', { paise: 0 }],
    ['order_payments_paise', { paise: 1 }],
    ['order_payments_reason', { attempts: -1 }],
    ['order_payments_status', { status: 'lost' }],
    ['order_payments_status', { status: 'started' }],
    ['order_payments_status', { status: 'cancelled' }],
    ['order_payments_made', { providerId: null }],
    ['order_payments_provider', { method: 'cash' }],
    ['order_payments_from', { paymentId: null }],
    ['order_payments_key_unique', { key: refund.key }],
    ['order_payments_provider_id', { providerId: refund.providerId }],
    ['order_payments_payment_id_order_payments_id_fk', { paymentId: id(99) }],
  ],
)

wrongRows(
  'what a lost dispute takes, once more',
  orderPayments,
  () => ({ ...loss, id: fresh(), key: fresh() }),
  [
    ['order_payments_paise', { paise: 0 }],
    ['order_payments_status', { status: 'requested' }],
    ['order_payments_made', { providerId: null }],
    ['order_payments_from', { paymentId: null }],
    ['order_payments_payment_id_order_payments_id_fk', { paymentId: id(99) }],
  ],
)

wrongRows('a dispute', disputes, () => ({ ...dispute, id: fresh(), providerDisputeId: fresh() }), [
  ['disputes_amount', { amountPaise: -1 }],
  ['disputes_status', { status: 'prevented' }],
  ['disputes_provider_id', { providerDisputeId: 'du_1' }],
  ['disputes_payment_id_order_payments_id_fk', { paymentId: id(99) }],
])

wrongRows(
  'an intent of the sandbox',
  sandboxIntents,
  () => ({ ...intent, id: fresh(), idempotencyKey: fresh(), methodId: null }),
  [
    ['sandbox_intents_idempotency_key_unique', { idempotencyKey: intent.idempotencyKey }],
    ['sandbox_intents_method_id_unique', { methodId: intent.methodId }],
    ['sandbox_intents_amount', { amountPaise: 0 }],
    ['sandbox_intents_status', { status: 'paid' }],
  ],
)

wrongRows(
  'a subscriber',
  subscribers,
  () => ({ ...subscriber, email: `${fresh()}@example.in`, token: fresh() }),
  [
    ['subscribers_email_lower', { email: 'Ravi@example.in' }],
    ['subscribers_pkey', { email: subscriber.email }],
    ['subscribers_token_unique', { token: subscriber.token }],
  ],
)

wrongRows(
  'an unserved pincode',
  unservedPincodes,
  () => ({ ...unservedPincode, pincode: '744102' }),
  [
    ['unserved_pincodes_pkey', { pincode: unservedPincode.pincode }],
    ['unserved_pincodes_digits', { pincode: '74410' }],
    ['unserved_pincodes_digits', { pincode: '044101' }],
    ['unserved_pincodes_lookups', { lookups: 0 }],
  ],
)

wrongRows('a mail', mails, () => ({ ...mail, id: fresh() }), [
  ['mails_pkey', { id: mail.id }],
  ['mails_status', { status: 'lost' }],
  ['mails_sent_at', { status: 'sent' }],
  ['mails_sent_at', { sentAt: now }],
  ['mails_dead_letter_error', { status: 'dead_letter' }],
  ['mails_attempts', { attempts: -1 }],
  [notNull('data'), { data: null }],
])

/** An account that nothing refers to yet. */
async function addAccount(tx: Database) {
  const userId = fresh()
  await tx.insert(users).values({ ...user, id: userId, email: `${userId}@example.in` })
  return { userId }
}

const onlyGrows = 'entries of audit_log are only ever added'

describe('what others need stays', () => {
  it('a picture that a cake shows', () =>
    refusedBy('cake_pictures_picture_id_pictures_id_fk', database.db.delete(pictures)))

  it('an account that has ordered', () =>
    refusedBy(
      'orders_user_id_users_id_fk',
      database.db.transaction(async (tx) => {
        const customer = await addAccount(tx)
        await tx.insert(orders).values({ ...order, id: fresh(), checkoutKey: fresh(), ...customer })
        await tx.delete(users).where(eq(users.id, customer.userId))
      }),
    ))

  it('an account in the audit log', () =>
    refusedBy(
      'audit_log_actor_id_users_id_fk',
      database.db.transaction(async (tx) => {
        const { userId: actorId } = await addAccount(tx)
        await tx.insert(auditLog).values({ ...entry, actorId })
        await tx.delete(users).where(eq(users.id, actorId))
      }),
    ))

  it('the text of the audit log', () =>
    refusedBy(onlyGrows, database.db.update(auditLog).set({ subjectId: 'other' })))

  it('an entry of the audit log', () => refusedBy(onlyGrows, database.db.delete(auditLog)))

  it('a change, however old, and an entry of the doors for a year', async () => {
    const isOld = eq(auditLog.at, longAgo)
    const isOldAtDoor = and(isOld, isSecurity)
    await database.db.insert(auditLog).values({ ...securityEntry, at: longAgo })
    await refusedBy(onlyGrows, database.db.update(auditLog).set({ count: 2 }).where(isOldAtDoor))
    await refusedBy(onlyGrows, database.db.delete(auditLog).where(isSecurity))
    await refusedBy(
      onlyGrows,
      database.db.transaction(async (tx) => {
        await tx.insert(auditLog).values({ ...entry, at: longAgo })
        await tx.delete(auditLog).where(isOld)
      }),
    )
    await database.db.delete(auditLog).where(isOldAtDoor)
    expect(await database.db.$count(auditLog, isSecurity)).toBe(1)
  })

  it('an item with quotes', () =>
    refusedBy(
      'quotes_item_id_order_items_id_fk',
      database.db.transaction(async (tx) => {
        const itemId = fresh()
        await tx.insert(orderItems).values({ ...customItem, id: itemId, position: 9 })
        await tx.insert(quotes).values({ ...quote, id: fresh(), itemId })
        await tx.delete(orderItems).where(eq(orderItems.id, itemId))
      }),
    ))

  it('an order with items or a payment', () =>
    refusedBy('_order_id_orders_id_fk', database.db.delete(orders)))

  it('a payment with events or refunds', () =>
    refusedBy('_payment_id_order_payments_id_fk', database.db.delete(orderPayments)))

  it('an order’s number, whatever the code says', () =>
    refusedBy(
      'column "number" can only be updated to DEFAULT',
      database.queue.executeSql('update orders set number = 1'),
    ))

  it('an ordered item as it is, when its cake is deleted', async () => {
    const undo = new Error('undo')
    const looked = database.db.transaction(async (tx) => {
      await tx.delete(cakes).where(eq(cakes.id, cake.id))
      const isItem = eq(orderItems.id, item.id)
      const [kept] = await tx.select().from(orderItems).where(isItem)
      expect(kept).toMatchObject({ cakeId: cake.id, name: cake.name })
      expect(await tx.select().from(cakePictures)).toEqual([])
      throw undo
    })
    await expect(looked).rejects.toBe(undo)
    expect(await tableContents(database.db)).toEqual(before)
  })

  it('the one live order of a checkout; an expired one makes room', async () => {
    const undo = new Error('undo')
    const looked = database.db.transaction(async (tx) => {
      await tx.update(orders).set({ state: 'expired', placedAt: null })
      await tx.insert(orders).values({ ...order, id: fresh() })
      throw undo
    })
    await expect(looked).rejects.toBe(undo)
  })
})

it('every table of the database has a row here', async () => {
  const { rows } = await database.db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const here = new Set(whole.map(([table]) => getTableName(table)))
  expect(rows.map(({ name }) => name)).toEqual([...here].sort())
})

it('every check and every reference of the database was tried', async () => {
  const { rows } = await database.db.execute(
    sql`select conname as name from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f')`,
  )
  expect(rows.map(({ name }) => String(name)).filter((name) => !tried.has(name))).toEqual([])
})
