import type { Order } from '#shop/orders/order.schema.ts'
import { buy, checkoutOf, customLine, newCard, truffleLine } from './checkout-steps.ts'
import { password, type Who, type World } from './scenario-world.ts'

export interface Scenario {
  name: string
  /** As the OpenAPI document names it: 'POST /users/login'. */
  call: string
  /** The path with its parameters and query; left out where the call has none. */
  path?: string
  who?: Who
  body?: unknown
  status: number
  /** The fields that a refusal names. */
  errors?: string[]
  detail?: string
}

const mira = {
  name: 'Mira Sen',
  email: 'mira@example.in',
  mobileno: '9123456780',
  date: '1999-01-31',
  password,
}
const note = { username: 'Asha', Email: 'asha@example.in', Message: 'Do you bake without nuts?' }
const nul = 'a\u0000b'

/** Each call as it is meant to be; refusals are also made from these by spoiling one thing. */
export async function goodScenarios(world: World): Promise<Scenario[]> {
  const { shop, asha, ravi, forgetful, orderId, waiting } = world
  const intent = `/sandbox/payment_intents/${waiting.intentId}`
  const secret = waiting.client_secret
  const checkout = { paymentMethodId: await newCard(shop), checkoutId: crypto.randomUUID() }
  const toMake = await buy(shop, asha.token, { checkoutId: crypto.randomUUID() })
  const { body: newest } = await shop.get<Order[]>('/orders/adminOrders', world.admin.token)
  const confirmed = { order: toMake.orderId, suborder: newest[0]?.order[0]?.id, data: '' }
  const good = (call: string, name: string, more: Partial<Scenario> = {}): Scenario => ({
    call,
    name,
    status: 200,
    ...more,
  })
  return [
    good('GET /cakes/allcakes', 'the whole catalogue'),
    good('GET /cakes/allcakes', 'a page of it', { path: '/cakes/allcakes?limit=1' }),
    good('GET /cakes/{id}', 'a cake', { path: '/cakes/truffle' }),
    good('POST /users/new', 'registers', { body: mira }),
    good('POST /users/login', 'signs in', { body: { email: ' ASHA@example.in', password } }),
    good('GET /users/logout', 'who is not signed in signs out'),
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
    good('POST /users/login', 'signs in with the new password', {
      body: { email: forgetful.email, password: 'another-password' },
    }),
    good('POST /orders/viewOrders', 'one’s own orders', {
      who: 'asha',
      body: { email: asha.email },
    }),
    good('POST /orders/viewOrders', 'anyone’s orders, for an administrator', {
      who: 'admin',
      body: { email: asha.email },
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
    }),
    good('POST /orders/process-payment', 'begins it again, by cookie', {
      who: 'asha by cookie',
      body: checkoutOf(checkout),
    }),
    good('POST /orders/confirm-payment', 'is back from the card company', {
      who: 'asha',
      body: { orderId },
    }),
    good('GET /orders/adminOrders', 'the newest orders', { who: 'admin' }),
    good('GET /orders/adminOrders', 'some of them', {
      who: 'admin',
      path: '/orders/adminOrders?q=asha&state=processing&day=2026-11-21&payment=card&limit=1',
    }),
    good('GET /orders/live', 'what happens to them', { who: 'admin' }),
    good('POST /orders/confirmOrder', 'has made an item', { who: 'admin', body: confirmed }),
    good('POST /orders/refund', 'gives a part back', {
      who: 'admin',
      body: { orderId, amount: 100, reason: 'A squashed cake', key: crypto.randomUUID() },
    }),
    good('POST /orders/note', 'leaves a note for the kitchen', {
      who: 'admin',
      body: { orderId, note: 'No nuts', was: '' },
    }),
    good('POST /orders/cancelOrders', 'cancels', {
      who: 'asha',
      body: { email: asha.email, orderId },
    }),
    good('POST /sandbox/payment_methods', 'tells of a test card', {
      body: { behaviour: 'succeeds', last4: '4242' },
    }),
    good('POST /sandbox/payment_intents/{id}/confirm', 'pays with it', {
      path: `${intent}/confirm`,
      body: { client_secret: secret },
    }),
    good('POST /sandbox/payment_intents/{id}/authenticate', 'answers a bank that asked nothing', {
      path: `${intent}/authenticate`,
      body: { client_secret: secret, approve: true },
    }),
    good('POST /contact', 'writes to the shop', { body: note }),
    good('POST /subscribe', 'asks for news', { body: { email: mira.email, consent: true } }),
    good('POST /unsubscribe', 'wants no more news', { body: { token: world.unsubscribeToken } }),
  ]
}

/** Every call as it is not meant to be; each of them must leave every table as it was. */
export function refusedScenarios(world: World): Scenario[] {
  return [
    ...refusedCatalogue(),
    ...refusedAccounts(world),
    ...refusedOrders(world),
    ...refusedOrderList(world),
    ...refusedCheckouts(world),
    ...refusedSandbox(world),
    ...refusedMessages(),
  ]
}

/** Rows of one call: name, how it differs, status, fields, sentence. */
type Row = [
  name: string,
  change: Pick<Scenario, 'path' | 'who' | 'body'>,
  status: number,
  errors?: string[],
  detail?: string,
]

function rows(call: string, table: Row[]): Scenario[] {
  return table.map(([name, change, status, errors, detail]) => ({
    call,
    name,
    status,
    errors,
    detail,
    ...change,
  }))
}

function refusedCatalogue(): Scenario[] {
  const list = (query: string) => ({ path: `/cakes/allcakes?${query}` })
  return [
    ...rows('GET /cakes/allcakes', [
      ['no number of cakes', list('limit=some'), 422, ['limit']],
      ['no cakes at all', list('limit=0'), 422, ['limit']],
      ['too many at once', list('limit=101'), 422, ['limit']],
      ['a cursor that is no cake', list('cursor=%00'), 422, ['cursor']],
      ['SQL as a cursor', list("cursor=a'--"), 422, ['cursor']],
    ]),
    ...rows('GET /cakes/{id}', [
      ['no such cake', { path: '/cakes/mud-pie' }, 404, undefined, 'There is no such cake.'],
      ['no id', { path: '/cakes/%00' }, 422, ['id']],
      ['a path in the id', { path: '/cakes/..%2F..%2Fetc%2Fpasswd' }, 422, ['id']],
    ]),
  ]
}

function refusedAccounts({ asha, ravi }: World): Scenario[] {
  const wrong = 'something is wrong'
  const token = 'x'.repeat(32)
  return [
    ...rows('POST /users/new', [
      ['an e-mail that is taken', { body: { ...mira, email: 'Asha@Example.in' } }, 409],
      ['a mobile number too short', { body: { ...mira, mobileno: '98' } }, 422, ['mobileno']],
      ['a birthday to come', { body: { ...mira, date: '2999-01-01' } }, 422, ['date']],
      ['a day that never was', { body: { ...mira, date: '2001-02-30' } }, 422, ['date']],
      ['a short password', { body: { ...mira, password: 'short' } }, 422, ['password']],
      ['a name of spaces', { body: { ...mira, name: '  ' } }, 422, ['name']],
      ['a NUL in the name', { body: { ...mira, name: nul } }, 422, ['name']],
      ['a list as e-mail', { body: { ...mira, email: [mira.email] } }, 422, ['email']],
    ]),
    ...rows('POST /users/login', [
      [
        'a wrong password',
        { body: { email: asha.email, password: 'x'.repeat(9) } },
        401,
        undefined,
        wrong,
      ],
      ['an unknown e-mail', { body: { email: 'no@example.in', password } }, 401, undefined, wrong],
      [
        'an object for a password',
        { body: { email: asha.email, password: {} } },
        422,
        ['password'],
      ],
      [
        'a password to choke on',
        { body: { email: asha.email, password: 'x'.repeat(129) } },
        422,
        ['password'],
      ],
    ]),
    ...rows('POST /users/getnamebyemail', [
      ['another’s name', { who: 'asha', body: { email: ravi.email } }, 403],
      ['the name of nobody', { who: 'asha', body: { email: 'no@example.in' } }, 403],
      [
        'the name of nobody, for an administrator',
        { who: 'admin', body: { email: 'no@example.in' } },
        404,
      ],
    ]),
    ...rows('POST /users/forgot-password', [
      ['no e-mail', { body: { email: 'asha' } }, 422, ['email'], 'Invalid email'],
    ]),
    ...rows('POST /users/reset-password', [
      ['a link that was never sent', { body: { token, password } }, 409],
      ['a short password', { body: { token, password: 'x' } }, 422, ['password']],
      ['no token', { body: { token: '', password } }, 422, ['token']],
    ]),
  ]
}

function refusedOrders({ asha, ravi, orderId, waiting }: World): Scenario[] {
  const none = crypto.randomUUID()
  const yours = 'These are not your orders.'
  const seen = (query: string, body: unknown = { email: asha.email }) => ({
    path: `/orders/viewOrders?${query}`,
    who: 'asha' as const,
    body,
  })
  const invoice = (order: string) => ({
    path: `/orders/generatepdf?order=${order}`,
    who: 'asha' as const,
  })
  return [
    ...rows('POST /orders/viewOrders', [
      ['another’s orders', { who: 'ravi', body: { email: asha.email } }, 403, undefined, yours],
      [
        'the orders of nobody',
        { who: 'ravi', body: { email: 'no@example.in' } },
        403,
        undefined,
        yours,
      ],
      ['before no number', seen('before=x'), 422, ['before']],
      ['before a number that no order can have', seen('before=99999999999'), 422, ['before']],
      ['no e-mail', seen('', { email: 'asha' }), 422, ['email'], 'Invalid email'],
    ]),
    ...rows('GET /orders/generatepdf', [
      ['another’s invoice', { ...invoice(orderId), who: 'ravi' }, 403, undefined, yours],
      ['the invoice of no order', invoice(none), 403, undefined, yours],
      ['no order, for an administrator', { ...invoice(none), who: 'admin' }, 404],
      ['an order that is no id', invoice('1042'), 422, ['order'], 'There is no such order'],
      ['every invoice', { who: 'asha' }, 403],
    ]),
    ...rows('POST /orders/cancelOrders', [
      [
        'another’s order',
        { who: 'ravi', body: { email: ravi.email, orderId } },
        403,
        undefined,
        yours,
      ],
      [
        'in another’s name',
        { who: 'ravi', body: { email: asha.email, orderId } },
        403,
        undefined,
        yours,
      ],
      ['an order twice', { who: 'asha', body: { email: asha.email, orderId } }, 409],
      [
        'an order that was not paid',
        { who: 'asha', body: { email: asha.email, orderId: waiting.orderId } },
        403,
        undefined,
        yours,
      ],
      [
        'an order that is none',
        { who: 'asha', body: { email: asha.email, orderId: none } },
        403,
        undefined,
        yours,
      ],
      [
        'the same as an administrator',
        { who: 'admin', body: { email: asha.email, orderId: none } },
        404,
      ],
      [
        'an order by its number',
        { who: 'asha', body: { email: asha.email, orderId: 1001 } },
        422,
        ['orderId'],
      ],
    ]),
    ...rows('POST /orders/confirm-payment', [
      ['another’s order', { who: 'ravi', body: { orderId } }, 403, undefined, yours],
      ['an order that is none', { who: 'asha', body: { orderId: none } }, 403, undefined, yours],
      ['an administrator for somebody', { who: 'admin', body: { orderId } }, 403, undefined, yours],
      ['no order', { who: 'asha', body: { orderId: '1001' } }, 422, ['orderId']],
    ]),
  ]
}

function refusedOrderList({ orderId, waiting }: World): Scenario[] {
  const list = (query: string, who: Who = 'admin') => ({
    path: `/orders/adminOrders?${query}`,
    who,
  })
  const refund = { orderId, amount: 1, reason: 'A squashed cake', key: crypto.randomUUID() }
  const give = (more: object, who: Who = 'admin') => ({ who, body: { ...refund, ...more } })
  const note = (more: object, who: Who = 'admin') => ({
    who,
    body: { orderId, note: 'No cream', was: 'No nuts', ...more },
  })
  const made = (more: object, who: Who = 'admin') => ({
    who,
    body: { data: '', suborder: crypto.randomUUID(), order: orderId, ...more },
  })
  return [
    ...rows('GET /orders/live', [['a customer', { who: 'asha' }, 403]]),
    ...rows('POST /orders/confirmOrder', [
      ['a customer', made({}, 'asha'), 403],
      ['another order’s item', made({}), 404],
      ['an order that is not placed', made({ order: waiting.orderId }), 404],
      ['another decision', made({ data: 4 }), 422, ['data']],
      ['no price', made({ data: 1 }), 422, ['msg']],
      ['no problem', made({ data: 2, msg: '' }), 422, ['msg']],
    ]),
    ...rows('GET /orders/adminOrders', [
      ['a customer', list('', 'asha'), 403],
      ['two letters', list('q=ab'), 422, ['q']],
      ['wildcards alone', list('q=%25%25%25'), 422, ['q']],
      ['a state that is none', list('state=prepared'), 422, ['state']],
      ['a day that never was', list('day=2026-02-30'), 422, ['day']],
      ['a payment that is none', list('payment=upi'), 422, ['payment']],
      ['too many at once', list('limit=101'), 422, ['limit']],
      ['before a number that no order can have', list('before=99999999999'), 422, ['before']],
    ]),
    ...rows('POST /orders/refund', [
      ['a customer', give({}, 'asha'), 403],
      ['what is given back already', give({}), 409, ['amount']],
      ['an order that was not paid', give({ orderId: waiting.orderId }), 404],
      ['nothing', give({ amount: 0 }), 422, ['amount']],
      ['parts of a paisa', give({ amount: 1.005 }), 422, ['amount']],
      ['no reason', give({ reason: ' ' }), 422, ['reason']],
      ['a NUL in the reason', give({ reason: nul }), 422, ['reason']],
      ['a key that is no UUID', give({ key: 'mine' }), 422, ['key']],
    ]),
    ...rows('POST /orders/note', [
      ['a customer', note({}, 'asha'), 403],
      ['over a note that changed', note({ was: 'Nuts' }), 409],
      ['an order that is none', note({ orderId: crypto.randomUUID() }), 404],
      ['a note too long', note({ note: 'x'.repeat(501) }), 422, ['note']],
      ['a NUL in the note', note({ note: nul }), 422, ['note']],
    ]),
  ]
}

function refusedCheckouts(_: World): Scenario[] {
  const checkoutId = crypto.randomUUID()
  const cart = (more: object) => ({
    who: 'asha' as const,
    body: checkoutOf({ checkoutId, paymentMethodId: 'pm_made_up', ...more }),
  })
  const line = (more: object) => cart({ order: [{ ...truffleLine, ...more }] })
  return rows('POST /orders/process-payment', [
    ['a changed amount', cart({ amount: 1 }), 409, ['amount'], 'The total is now ₹900.'],
    ['an amount that is none', cart({ amount: '900' }), 422, ['amount']],
    ['an amount of fractions', cart({ amount: 900.005 }), 409, ['amount']],
    ['a stale price', line({ price: 800 }), 409, ['order.0']],
    ['a cake that is gone', line({ cakeid: 'gone' }), 409, ['order.0']],
    ['a cake with SQL for a name', line({ cakeid: "' or 1=1 --" }), 409, ['order.0']],
    ['more than can be ordered', line({ amount: 6 }), 409, ['order.0']],
    ['more than fits a number', line({ amount: 1e21 }), 422, ['order.0.amount']],
    ['half a cake', line({ amount: 0.5 }), 422, ['order.0.amount']],
    ['a name too long for a cake', line({ bname: 'x'.repeat(61) }), 422, ['order.0.bname']],
    ['a NUL in the name on the cake', line({ bname: nul }), 422, ['order.0.bname']],
    ['nothing', cart({ order: [] }), 422, ['order'], 'No Item In Cart'],
    ['an address without a pincode', cart({ address: 'Church Street' }), 422, ['address']],
    [
      'a NUL in the address',
      cart({ address: `12 ${nul} Street,560001,Bengaluru` }),
      422,
      ['address'],
    ],
    ['a delivery in an hour', cart({ time: '2026-11-20T11:00' }), 422, ['time']],
    ['a delivery at night', cart({ time: '2026-11-21T23:00' }), 422, ['time']],
    ['a delivery soon', cart({ time: 'soonZ' }), 422, ['time']],
    ['a delivery in a year without end', cart({ time: '+275760-09-13T00:00:00Z' }), 422, ['time']],
    ['a checkout that is no UUID', cart({ checkoutId: 'mine' }), 422, ['checkoutId']],
    ['no card', cart({ paymentMethodId: null }), 422, ['paymentMethodId']],
    [
      'a custom cake at a price of one’s own',
      cart({ order: [{ ...customLine, price: 1 }], amount: 0 }),
      409,
      ['order.0'],
    ],
  ])
}

function refusedSandbox({ waiting }: World): Scenario[] {
  const { intentId, client_secret } = waiting
  const at = (step: string, id = intentId) => `/sandbox/payment_intents/${id}/${step}`
  const card = { behaviour: 'succeeds', last4: '4242' }
  return [
    ...rows('POST /sandbox/payment_methods', [
      ['a card number', { body: { ...card, number: '4242424242424242' } }, 422],
      ['letters for digits', { body: { ...card, last4: '42a2' } }, 422, ['last4']],
      ['a card nobody has', { body: { ...card, behaviour: 'gold' } }, 422, ['behaviour']],
    ]),
    ...(['confirm', 'authenticate'] as const).flatMap((step) => {
      const more = step === 'authenticate' ? { approve: true } : {}
      return rows(`POST /sandbox/payment_intents/{id}/${step}`, [
        [
          'a wrong secret',
          { path: at(step), body: { client_secret: `${client_secret}x`, ...more } },
          404,
        ],
        [
          'a payment that is none',
          { path: at(step, `pi_${'0'.repeat(24)}`), body: { client_secret, ...more } },
          404,
        ],
        ['no payment', { path: at(step, 'pi_1'), body: { client_secret, ...more } }, 422, ['id']],
        [
          'a number for a secret',
          { path: at(step), body: { client_secret: 1, ...more } },
          422,
          ['client_secret'],
        ],
      ])
    }),
  ]
}

function refusedMessages(): Scenario[] {
  return [
    ...rows('POST /contact', [
      ['no real e-mail', { body: { ...note, Email: 'asha@' } }, 422, ['Email'], 'Invalid email'],
      ['a NUL in the message', { body: { ...note, Message: nul } }, 422, ['Message']],
      ['too long a message', { body: { ...note, Message: 'x'.repeat(5001) } }, 422, ['Message']],
    ]),
    ...rows('POST /subscribe', [
      ['without consent', { body: { email: mira.email, consent: false } }, 422, ['consent']],
      ['consent as a word', { body: { email: mira.email, consent: 'true' } }, 422, ['consent']],
    ]),
    ...rows('POST /unsubscribe', [
      ['a token that is nobody’s', { body: { token: 'guess' } }, 404],
      ['a NUL for a token', { body: { token: nul } }, 422, ['token']],
    ]),
  ]
}
