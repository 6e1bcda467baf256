import { plainPicture } from '../support/hostile-pictures.ts'
import { good, rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

const whereTo = { address: '7 Rose Lane', mobile: '+91 98111 22233' }

/** What sender, recipient and staff do with an order that is followed by its links. */
export async function goodTracking({ tracked }: World): Promise<Scenario[]> {
  const { orderId: order, sender, recipient, other, problem } = tracked
  const photo = new Uint8Array(await plainPicture('#8b1e3f').png().toBuffer())
  const [staff, path] = [{ who: 'admin' as const }, `/orders/photo?order=${order}`]
  return [
    good('POST /orders/photo', 'takes its photo', { ...staff, path, file: photo }),
    good('GET /orders/photo', 'looks at it', { ...staff, path }),
    good('GET /orders/photo', 'so does its sender', { path: `/orders/photo?token=${sender}` }),
    good('GET /orders/generatepdf', 'has the invoice', {
      path: `/orders/generatepdf?token=${sender}`,
    }),
    good('GET /orders/liveOrder', 'follows it', { path: `/orders/liveOrder?token=${recipient}` }),
    good('POST /orders/hold', 'holds it', { body: { token: sender } }),
    good('POST /orders/release', 'lets it leave', { ...staff, body: { order } }),
    good('POST /orders/mailLink', 'asks for it', {
      body: { number: '1001', mobile: '9876543210' },
    }),
    good('POST /orders/reportPhoto', 'shows what is wrong', {
      path: `/orders/reportPhoto?token=${sender}`,
      file: photo,
    }),
    good('POST /orders/report', 'writes', { body: { token: sender, message: 'The bell' } }),
    good('POST /messages/answer', 'answers it', {
      ...staff,
      body: { id: problem, was: 0, message: 'We bake it again' },
    }),
    good('POST /reviews/judge', 'shows a review', {
      ...staff,
      body: { item: tracked.arrived.item, was: tracked.arrived.was, isShown: true },
    }),
    good('POST /orders/review', 'reviews it again', {
      body: { token: tracked.arrived.sender, item: tracked.arrived.item, review: { stars: 4 } },
    }),
    good('POST /orders/changeOrder', 'changes', { body: { token: sender, giftFrom: 'Asha' } }),
    good('POST /orders/whereTo', 'corrects it', { body: { token: recipient, ...whereTo } }),
    good('POST /orders/renewLink', 'renews a link', {
      ...staff,
      body: { order: other.orderId, audience: 'recipient' },
    }),
    good('POST /orders/cancelOrders', 'cancels', { body: { token: other.sender } }),
  ]
}

/** Refusals of these calls. */
export function refusedTracking({ tracked, quote, asha }: World): Scenario[] {
  const { orderId, sender, recipient, revoked, problem, other, arrived } = tracked
  const dead = 'This link does not work. Please open it again from our email, or call us.'
  const unsigned = sender.split('.')[0]
  const wrong = (foreign: string): [string, string][] => [
    ['somebody else’s link', foreign],
    ['a revoked link', revoked],
    [
      'a link with one character changed',
      `${sender.slice(0, -1)}${sender.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['an order without its signature', unsigned ?? ''],
    ['the link of a quote', quote.token],
    ['a session for a link', asha.token],
  ]
  const byLink = (call: string, foreign: string, more: object = {}) =>
    rows(
      call,
      wrong(foreign).map(([name, token]) => [
        name,
        call.startsWith('GET')
          ? { path: `${call.slice(4)}?token=${encodeURIComponent(token)}` }
          : { body: { token, ...more } },
        404,
        undefined,
        dead,
      ]),
    )
  const staff = { who: 'admin' as const }
  const none = crypto.randomUUID()
  const where = (more: object) => ({ body: { token: recipient, ...whereTo, ...more } })
  const lost = (more: object) => ({ body: { number: '1001', mobile: '9876543210', ...more } })
  const reviewed = (more: object) => ({
    body: { token: arrived.sender, item: arrived.item, review: { stars: 5 }, ...more },
  })
  const judged = (more: object) => ({
    ...staff,
    body: { item: arrived.item, was: arrived.was, isShown: true, ...more },
  })
  const changed = (more: object) => ({ body: { token: sender, ...more } })
  return [
    ...byLink('GET /orders/photo', recipient),
    ...byLink('GET /orders/generatepdf', recipient),
    ...byLink('GET /orders/liveOrder', revoked),
    ...byLink('GET /orders/slots', recipient),
    ...byLink('POST /orders/cancelOrders', recipient),
    ...byLink('POST /orders/changeOrder', recipient, { giftFrom: 'Meena' }),
    ...byLink('POST /orders/hold', recipient),
    ...byLink('POST /orders/report', recipient, { message: 'x' }),
    ...byLink('POST /orders/review', recipient, { item: arrived.item, review: { stars: 5 } }),
    ...byLink('POST /orders/whereTo', sender, whereTo),
    ...rows('POST /orders/mailLink', [
      ['a mobile that is too short', lost({ mobile: '98765' }), 422, ['mobile']],
    ]),
    ...rows('POST /orders/report', [
      [
        'what is of another order',
        { body: { token: other.sender, message: 'x', reply: { id: problem, was: 0 } } },
        404,
        undefined,
        'There is no such message.',
      ],
      [
        'a wish that is none',
        { body: { token: sender, message: 'x', wish: 'gold' } },
        422,
        ['wish'],
      ],
      ['a book', { body: { token: sender, message: 'x'.repeat(2001) } }, 422, ['message']],
    ]),
    ...rows('POST /orders/changeOrder', [
      ['a mobile with letters', changed({ recipientMobile: '98a' }), 422, ['recipientMobile']],
      ['an address without a city', changed({ address: { city: '' } }), 422, ['address.city']],
      ['a book', changed({ giftMessage: 'x'.repeat(2001) }), 422, ['giftMessage']],
      ['another’s item', changed({ items: [{ id: none, bname: 'x' }] }), 422, ['items']],
    ]),
    ...rows('POST /orders/whereTo', [
      ['an address without end', where({ address: 'x'.repeat(401) }), 422, ['address']],
      ['a mobile with letters', where({ mobile: '98111abcde' }), 422, ['mobile']],
      ['a mobile that begins with 5', where({ mobile: '5811122233' }), 422, ['mobile']],
    ]),
    ...rows('POST /orders/photo', [
      [
        'no picture',
        { ...staff, path: `/orders/photo?order=${orderId}`, file: 'x' },
        415,
        ['image'],
      ],
    ]),
    ...rows('GET /orders/photo', [
      ['an order that is none', { ...staff, path: `/orders/photo?order=${none}` }, 404],
      [
        'somebody else’s order',
        { who: 'ravi, who says he is the admin', path: `/orders/photo?order=${orderId}` },
        403,
      ],
    ]),
    ...rows('POST /orders/release', [
      ['an order that is none', { ...staff, body: { order: none } }, 404],
    ]),
    ...rows('POST /orders/reportPhoto', [
      ...wrong(recipient).map(([name, token]): [string, object, number, undefined, string] => [
        name,
        { path: `/orders/reportPhoto?token=${encodeURIComponent(token)}`, file: 'x' },
        404,
        undefined,
        dead,
      ]),
      ['no picture', { path: `/orders/reportPhoto?token=${sender}`, file: 'x' }, 415, ['image']],
    ]),
    ...rows('POST /orders/review', [
      ['what is not there yet', reviewed({ token: sender }), 409],
      ['no stars', reviewed({ review: { stars: 0 } }), 422, ['review.stars']],
      ['a photo of nobody', reviewed({ review: { stars: 1, image: 'x' } }), 422, ['image']],
    ]),
    ...rows('POST /reviews/judge', [
      ['a review that is none', judged({ item: none }), 404],
      ['what has changed since', judged({ was: '2020-01-01T00:00:00Z' }), 409],
      ['no reason', judged({ isShown: false }), 422, ['reason']],
    ]),
    ...rows('POST /messages/answer', [
      [
        'a message that is none',
        { ...staff, body: { id: none, was: 0, message: 'x' } },
        404,
        undefined,
        'There is no such message.',
      ],
      [
        'what was written before somebody else wrote',
        { ...staff, body: { id: problem, was: 7, message: 'x' } },
        409,
        undefined,
        'Something was written meanwhile. Please read it first.',
      ],
    ]),
    ...rows('POST /orders/renewLink', [
      ['an order that is none', { ...staff, body: { order: none, audience: 'sender' } }, 404],
    ]),
  ]
}
