import { expect, it } from 'vitest'
import type { DocumentContent, PersonalWords } from '#shop/orders/money/document-content.schema.ts'
import { taxed } from '#shop/orders/money/tax.ts'
import { documentPaper } from '../paper.ts'
import { printedPaper, wordsToStore } from './printed-paper.ts'

const amount = taxed(1234_50, { interstate: false, gstPercent: 5 })
const line = { title: 'Cake', details: ['1 kg'], quantity: 1, hsn: '1905', gstPercent: 5, amount }
const content: DocumentContent = {
  orderNumber: 1042,
  issuedAt: '2026-11-20T04:30:00Z',
  delivery: '20 Nov 2026, 6 to 8 pm',
  isPickup: false,
  seller: {
    name: 'Cakewala',
    address: '12 Church Street, Bengaluru 560001',
    phone: '+91 80 4123 4567',
    email: 'shop@cakewala.test',
    gstin: '29ABCDE1234F1ZW',
    fssai: '11223344556677',
    state: 'Karnataka',
    publicUrl: 'http://cakewala.test',
  },
  state: { code: '29', name: 'Karnataka' },
  interstate: false,
  lines: [
    { of: 'a', rate: 1234_50, ...line },
    { of: 'b', rate: null, ...line },
  ],
  total: amount,
  paidByCard: 1234_50,
  credits: null,
}
const personal: PersonalWords = {
  name: 'Asha Rao',
  address: '1 Hill Road, 560001, Bengaluru',
  mobile: '9876543210',
  email: 'asha@example.in',
  details: { b: ['Name on cake: Ravi'] },
}
const business = { name: 'Acme Foods', gstin: '27AAPFU0939F1ZV' }
const credits = { serial: 'CW/26-27/0000001', issuedAt: content.issuedAt, reason: 'Squashed' }
const ofTest = { serial: 'TEST/26-27/00007' }

it.each<[string, Partial<DocumentContent>, Partial<PersonalWords>?, { serial: string }?]>([
  ['to a consumer', {}],
  ['to be picked up', { isPickup: true }],
  ['to a business that gives it away', { business }, { deliveredTo: 'Meera Iyer' }],
  ['of a composition dealer', { seller: { ...content.seller, gst: 'composition' } }],
  ['to nobody with an e-mail', {}, { email: '' }],
  ['that is credited', { credits }],
  ['of a test payment', {}, {}, ofTest],
])('a paper %s says what was stored with it, without its customer', (_, more, own, numbered) => {
  const { serial } = numbered ?? { serial: 'CW/26-27/0000007' }
  const row = {
    kind: more.credits ? ('credit-note' as const) : ('invoice' as const),
    serial,
    content: { ...content, ...more },
    personal: { ...personal, ...own },
  }
  const words = wordsToStore(serial.replace(/\d+$/, ''), row)
  expect(JSON.stringify(words)).not.toMatch(/Asha|Hill Road|98765|asha@|Ravi|Meera|00007/)
  expect(printedPaper(documentPaper({ ...row, words }))).toEqual(printedPaper(documentPaper(row)))
})

it('a paper says the words of an earlier version, and of its customer what is left', () => {
  const row = { kind: 'invoice' as const, serial: 'CW/26-27/0000007', content, personal }
  const stored = wordsToStore('CW/26-27/', row)
  const words = { ...stored, title: 'Invoice of 2026', notes: ['Small print of 2026'] }
  const left = { ...personal, name: 'Deleted', mobile: '', email: '', details: {} }
  const printed = printedPaper(documentPaper({ ...row, personal: left, words }))
  expect(printed).toMatchObject({ title: 'Invoice of 2026', notes: ['Small print of 2026'] })
  expect(printed.parties[1]?.[0]).toMatchObject({
    name: 'Deleted',
    lines: ['1 Hill Road, 560001, Bengaluru', 'Karnataka, state code 29', '', ''],
  })
  expect(printed.rows.map(({ details }) => details)).toEqual([['1 kg'], ['1 kg']])
})
