import { readConfig } from '#app/config/config.server.ts'
import { typedDetails } from '#shop/words/shop/typed-details.ts'
import { rows, type Scenario } from './scenario.ts'

export const note = {
  username: 'Asha',
  Email: 'asha@example.in',
  Message: 'Do you bake without nuts?',
}

export const ownWords = { words: [{ key: 'home.money', text: 'Cake back guarantee' }] }

export const ownDetails = {
  ...typedDetails(readConfig({ NODE_ENV: 'test' }).shop),
  phone: '+91 20 2567 8901',
}

export const ownRate = { category: 'Bread', from: '2099-01-01', hsn: '1905', gstPercent: '5' }

/** Refusals of the storefront’s forms. */
export function refusedMessages(): Scenario[] {
  const owner = (words: object[]) => ({ who: 'admin' as const, body: { words } })
  return [
    ...rows('POST /words', [
      [
        'a picture of nobody',
        owner([{ key: 'about.shop', text: '', image: '/pictures/none/320.webp' }]),
        422,
        ['words.0.image'],
      ],
    ]),
    ...rows('POST /shop', [
      ['no scale', { who: 'admin', body: { ...ownDetails, lateScale: '30' } }, 422, ['lateScale']],
      [
        'no limit',
        { who: 'admin', body: { ...ownDetails, refundLimit: '' } },
        422,
        ['refundLimit'],
      ],
      ['a GSTIN of 3', { who: 'admin', body: { ...ownDetails, gstin: '29A' } }, 422, ['gstin']],
    ]),
    ...rows('POST /shop/rates', [
      ['the past', { who: 'admin', body: { ...ownRate, from: '2020-01-01' } }, 422, ['from']],
    ]),
    ...rows('POST /contact', [
      ['no real e-mail', { body: { ...note, Email: 'asha@' } }, 422, ['Email'], 'Invalid email'],
      ['too long a message', { body: { ...note, Message: 'x'.repeat(5001) } }, 422, ['Message']],
    ]),
    ...rows('POST /confirm-subscription', [
      ['a token that is nobody’s', { body: { token: 'guess' } }, 404],
    ]),
    ...rows('POST /unsubscribe', [['a token that is nobody’s', { body: { token: 'guess' } }, 404]]),
  ]
}
