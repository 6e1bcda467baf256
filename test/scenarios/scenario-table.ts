import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { firstDesign } from '../../app/shop/custom-cakes/cake-design.ts'
import { buy, checkoutOf, newCard, truffleLine } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { goodAccount, refusedAccount } from './account.ts'
import { mira, refusedAccounts, refusedUsers } from './accounts.ts'
import { refusedOrderList } from './admin-orders.ts'
import { refusedCakes } from './cakes.ts'
import { fig, mango, refusedCatalogue } from './catalogue.ts'
import { refusedCheckouts, refusedSandbox } from './checkout.ts'
import { goodDelivery, refusedDelivery } from './delivery.ts'
import { refusedMails } from './mails.ts'
import { goodMoney, refusedMoney } from './money.ts'
import { refusedOrders } from './orders.ts'
import { rejectedQuoteAnswers } from './quotes.ts'
import { goodRuns, refusedRuns } from './riders.ts'
import { good, type Scenario } from './scenario.ts'
import { password, type World } from './scenario-world.ts'
import { goodSecondFactors, refusedSecondFactors } from './second-factor.ts'
import { goodStaff, refusedStaff } from './staff.ts'
import { note, ownDetails, ownRate, ownWords, refusedMessages } from './storefront.ts'
import { goodTracking, refusedTracking } from './tracking.ts'

/** Each call as it is meant to be; refusals are also made from these by spoiling one thing. */
export async function goodScenarios(world: World): Promise<Scenario[]> {
  const { shop, asha, ravi, forgetful, orderId, waiting } = world
  const intent = `/sandbox/payment_intents/${waiting.intentId}`
  const secret = waiting.client_secret
  const checkout = { paymentMethodId: newCard(), checkoutId: crypto.randomUUID() }
  const toMake = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const { body: newest } = await shop.get<ApiOrder[]>('/orders/adminOrders', world.admin.token)
  const confirmed = { order: toMake.orderId, suborder: newest[0]?.order[0]?.id, data: '' }
  return [
    good('GET /cakes/allcakes', 'the whole catalogue'),
    good('GET /cakes/allcakes', 'a page of it', { path: '/cakes/allcakes?limit=1' }),
    good('GET /cakes/search', 'all of the catalogue, by pages'),
    good('GET /cakes/search', 'some of it', {
      path: '/cakes/search?text=truf&price=5000&sort=a-z',
    }),
    good('GET /cakes/{id}', 'a cake', { path: '/cakes/truffle' }),
    good('POST /cakes/upload', 'keeps a picture', {
      file: new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer()),
    }),
    good('POST /cakes/design', 'draws a cake', { body: firstDesign }),
    good('POST /cakes/addcake', 'adds a cake', { who: 'admin', body: mango }),
    good('POST /cakes/editcake', 'changes it', {
      who: 'admin',
      body: { id: 'mango-cake', price: 850 },
    }),
    good('POST /cakes/share-choices', 'gives its choices to its category', {
      who: 'admin',
      body: { id: 'mango-cake' },
    }),
    good('POST /cakes/showcake', 'hides it', {
      who: 'admin',
      body: { id: 'mango-cake', hidden: true },
    }),
    good('POST /cakes/deletecake', 'deletes it', { who: 'admin', body: { id: 'mango-cake' } }),
    good('GET /cakes/export', 'the catalogue as a file', { who: 'admin' }),
    good('GET /cakes/importtemplate', 'a file to fill in', { who: 'admin' }),
    good('POST /cakes/import', 'brings a file in', {
      who: 'admin',
      path: '/cakes/import?dryRun=false',
      file: fig,
    }),
    good('POST /cakes/import', 'only looks at one', { who: 'admin', file: fig }),
    good('GET /users/allusers', 'the newest users', { who: 'admin' }),
    good('GET /users/allusers', 'some of them', {
      who: 'admin',
      path: '/users/allusers?q=asha&limit=1',
    }),
    good('GET /users/export', 'users as a file', { who: 'admin', path: '/users/export?q=asha' }),
    good('GET /security/export', 'the security log as a file', {
      who: 'admin',
      path: '/security/export?kind=signed-in&account=asha@example.in',
    }),
    good('GET /orders/export', 'orders as a file', {
      who: 'admin',
      path: '/orders/export?q=asha&state=processing&day=2026-11-21&payment=card',
    }),
    good('POST /users/new', 'registers', { body: mira }),
    good('POST /auth/guest', 'orders without an account', {
      body: { name: 'Asha Rao', email: asha.email, mobileno: '9876543210' },
    }),
    good('POST /users/login', 'logs in', { body: { email: ' ASHA@example.in', password } }),
    good('GET /users/logout', 'who is not logged in logs out'),
    good('POST /users/logout', 'who is not logged in logs out'),
    good('POST /users/getnamebyemail', 'one’s own name', {
      who: 'asha by cookie',
      body: { email: asha.email },
    }),
    good('POST /users/getnamebyemail', 'anyone’s name, for an administrator', {
      who: 'admin',
      body: { email: asha.email },
    }),
    good('POST /users/forgot-password', 'asks for a new password', { body: { email: ravi.email } }),
    good('POST /users/reset-password', 'sets a new password', {
      body: { token: world.resetToken, password: 'another-password' },
    }),
    good('POST /users/login', 'logs in with the new password', {
      body: { email: forgetful.email, password: 'another-password' },
    }),
    ...goodAccount(world),
    ...goodSecondFactors(world),
    good('POST /orders/viewOrders', 'one’s own orders', {
      who: 'asha',
      body: { email: asha.email },
    }),
    good('POST /orders/viewOrders', 'anyone’s orders, for an administrator', {
      who: 'admin',
      body: { email: asha.email },
    }),
    good('GET /orders/placed', 'what comes of one’s own order', {
      who: 'asha',
      path: '/orders/placed?number=1001',
    }),
    good('GET /orders/generatepdf', 'one’s own invoice', {
      who: 'asha',
      path: `/orders/generatepdf?order=${orderId}`,
    }),
    good('GET /orders/generatepdf', 'every waiting invoice, for an administrator', {
      who: 'admin',
    }),
    good('POST /orders/process-payment', 'begins a payment', {
      who: 'asha',
      body: checkoutOf(checkout),
      more: {
        recipient: { name: 'Meera', mobile: '9812345678', email: 'm@example.in', surprise: false },
        riderNote: 'Gate 2',
        giftMessage: 'With love',
        giftFrom: 'Asha',
        business: { name: 'Rao & Co', gstin: '' },
        order: [{ ...truffleLine, detail: 'Blue', egg: 'Egg', image: [] }],
      },
    }),
    good('POST /orders/process-payment', 'begins it again, by cookie', {
      who: 'asha by cookie',
      body: checkoutOf(checkout),
    }),
    good('POST /orders/confirm-payment', 'is back from the payment provider', {
      who: 'asha',
      body: { orderId },
    }),
    good('GET /orders/adminOrders', 'the newest orders', { who: 'admin' }),
    good('GET /orders/adminOrders', 'some of them', {
      who: 'admin',
      path: '/orders/adminOrders?q=asha&state=processing&day=2026-11-21&payment=card&limit=1',
    }),
    good('GET /orders/live', 'what happens to them', { who: 'admin' }),
    good('GET /orders/slots', 'looks for another time', {
      who: 'asha',
      path: `/orders/slots?orderId=${toMake.orderId}`,
    }),
    good('POST /orders/changeOrder', 'leaves a note for the rider', {
      who: 'asha',
      body: { orderId: toMake.orderId, riderNote: 'Gate 2' },
      more: {
        recipientMobile: '9812345678',
        giftMessage: 'With love',
        giftFrom: 'Asha',
        address: { address: '7 Rose Lane', pincode: '560001', city: 'Bengaluru' },
        time: '2026-11-21T17:00',
        items: [{ id: crypto.randomUUID(), bname: 'Ravi', flavour: 'Cocoa', wt: '1', amount: 1 }],
        reason: 'You called us',
      },
    }),
    good('POST /orders/move', 'begins to bake an order', {
      who: 'admin',
      body: { orderId: toMake.orderId, move: 'bake', moveId: crypto.randomUUID() },
    }),
    good('POST /orders/confirmOrder', 'has made an item', { who: 'admin', body: confirmed }),
    good('POST /orders/undoConfirm', 'undoes it', {
      who: 'admin',
      body: { orderId: confirmed.order, itemId: confirmed.suborder },
    }),
    good('POST /orders/dropItem', 'drops an item', {
      who: 'admin',
      body: { orderId: confirmed.order, itemId: confirmed.suborder, reason: 'It fell down' },
    }),
    good('POST /payments/start', 'begins to pay for a customised cake', {
      body: { token: world.quote.pay, paymentMethodId: newCard(), all: true },
    }),
    good('POST /payments/confirm', 'is back from the payment provider', {
      body: { token: world.quote.pay },
    }),
    good('POST /payments/claim', 'says that the shop’s own UPI id was paid', {
      body: { token: world.upi.pay, reference: '412345678901' },
    }),
    good('POST /orders/upi-reference', 'has found the money', {
      who: 'admin',
      body: {
        orderId: world.upi.orderId,
        paymentId: world.upi.paymentId,
        reference: '412345678901',
      },
    }),
    good('POST /quotes/answer', 'accepts a price by its link', {
      body: { token: world.quote.token, answer: 'accept' },
    }),
    good('POST /orders/answerQuote', 'accepts it again, where one’s orders are', {
      who: 'asha',
      body: { quote: world.quote.id, answer: 'accept' },
    }),
    good('POST /orders/refund', 'gives a part back', {
      who: 'admin',
      body: { orderId, amount: 100, reason: 'A squashed cake', key: crypto.randomUUID() },
    }),
    good('POST /orders/note', 'leaves a note for the kitchen', {
      who: 'admin',
      body: { orderId, note: 'No nuts', was: '' },
    }),
    good('POST /orders/keep', 'takes the order of a guest', {
      who: 'asha',
      body: { token: world.keepOrderToken },
    }),
    good('POST /orders/cancelOrders', 'cancels', {
      who: 'asha',
      body: { email: asha.email, orderId },
    }),
    good('POST /mails/again', 'sends a mail again', {
      who: 'admin',
      body: { ids: [world.deadLetterId] },
    }),
    good('POST /sandbox/payment_intents/{id}/confirm', 'pays with it', {
      path: `${intent}/confirm`,
      body: { client_secret: secret },
    }),
    ...goodStaff(world),
    ...goodDelivery(),
    ...goodMoney(),
    good('POST /shop/open', 'opens the shop', { who: 'admin' }),
    good('POST /cakes/hide-samples', 'hides the cakes of the sample', { who: 'admin' }),
    good('POST /mails/test', 'sends a test mail', { who: 'admin' }),
    good('POST /words', 'changes what the shop says', { who: 'admin', body: ownWords }),
    good('POST /shop', 'changes who the shop is', { who: 'admin', body: ownDetails }),
    good('POST /shop/rates', 'changes a rate', { who: 'admin', body: ownRate }),
    good('POST /shop/rates/take-back', 'takes it back', { who: 'admin', body: ownRate }),
    ...(await goodRuns(world)),
    ...(await goodTracking(world)),
    good('POST /contact', 'writes to the shop', { body: note }),
    good('POST /subscribe', 'asks for news', { body: { email: mira.email, consent: true } }),
    good('POST /confirm-subscription', 'confirms the news', {
      body: { token: world.subscriptionToken },
    }),
    good('POST /unsubscribe', 'wants no more news', { body: { token: world.subscriptionToken } }),
    good('GET /account/data', 'wants a copy', { who: 'asha' }),
    good('POST /account/withdraw-consent', 'agrees no more', {
      who: 'asha',
      body: { consent: 'newsletter' },
    }),
    good('POST /account/delete', 'leaves the shop', { who: 'leaving' }),
  ]
}

/** Every call as it is not meant to be; each of them must leave every table as it was. */
export function refusedScenarios(world: World): Scenario[] {
  return [
    ...refusedCakes(),
    ...refusedCatalogue(),
    ...refusedAccounts(world),
    ...refusedAccount,
    ...refusedSecondFactors(world),
    ...refusedUsers(),
    ...refusedOrders(world),
    ...rejectedQuoteAnswers(world),
    ...refusedTracking(world),
    ...refusedOrderList(world),
    ...refusedCheckouts(),
    ...refusedSandbox(world),
    ...refusedMessages(),
    ...refusedMails(world),
    ...refusedStaff(world),
    ...refusedDelivery(),
    ...refusedMoney(),
    ...refusedRuns(world),
  ]
}
