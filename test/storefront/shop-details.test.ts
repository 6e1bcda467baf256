import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listAuditLog } from '#shop/audit-log/audit-log.store.server.ts'
import { renderContent } from '#shop/mails/mail-kind.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { paperLook } from '#shop/papers/print/draw-papers.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { shownShop } from '#shop/storefront/frame/shown-shop.ts'
import type { TypedDetails } from '#shop/words/shop/details.schema.ts'
import { sampleDetailsIn } from '#shop/words/shop/sample-details.ts'
import { endingLicence, typedDetails } from '#shop/words/shop/typed-details.ts'
import { wordsChanged } from '#shop/words/words.store.server.ts'
import { begin, buy } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: { token: string }

beforeEach(async () => {
  shop = await openTestShop()
  owner = await shop.admin()
})
afterEach(() => shop.close())

const own = {
  name: 'Ovenly',
  legalName: 'Pooja Kulkarni',
  address: '4 FC Road, Pune 411004',
  phone: '+91 20 2567 8901',
  whatsapp: '9876543210',
  email: 'hello@ovenly.in',
  gst: 'unregistered',
  gstFrom: '',
  gstin: '',
  state: '27',
  sellsToOtherStates: 'no',
  fssai: '21522011000123',
  fssaiUntil: '2027-01-19',
  upiId: 'ovenly@okbank',
  lateScale: '45=50%',
  refundLimit: '1500',
  dayLimit: '9000',
  deposit: '30',
  balanceDays: '3',
  cashNeedsKnown: 'yes',
  asksForReviews: 'no',
  grievanceName: 'Pooja Kulkarni',
  grievanceTitle: 'Owner',
  grievanceEmail: 'care@ovenly.in',
  accent: '#1f5c4a',
  instagram: 'https://www.instagram.com/ovenly',
  facebook: '',
  youtube: 'https://youtube.com/@ovenly',
  mapPoint: '18.5246, 73.8418',
} satisfies TypedDetails

const save = (details: Partial<TypedDetails>) =>
  shop.post<{ message: string }>(
    '/shop',
    { ...typedDetails(shop.context.shop), ...details },
    owner.token,
  )

it('who the shop is changes while it is open, and is in the audit log', async () => {
  const { status } = await save(own)
  expect(status).toBe(200)
  expect(typedDetails(shop.context.shop)).toEqual(own)
  expect(shop.context.shop).toMatchObject({
    gst: 'unregistered',
    gstin: '',
    state: { code: '27', name: 'Maharashtra' },
    lateScale: [{ minutes: 45, gives: 50 }],
    managerRefundLimitPaise: 150_000,
    depositPercent: 30,
    balanceDays: 3,
    cashNeedsKnown: true,
    asksForReviews: false,
    grievance: { name: 'Pooja Kulkarni', title: 'Owner', email: 'care@ovenly.in', hours: 48 },
  })
  expect(sampleDetailsIn(own)).toEqual([])
  expect(shop.changed).toContain(wordsChanged)
  const [entry] = await listAuditLog(shop.context.db, { subject: 'words', limit: 1 })
  expect(entry).toMatchObject({
    action: 'save-shop',
    before: {
      name: 'Cakewala',
      lateScale: '30=delivery, 60=20%',
      refundLimit: '500',
      cashNeedsKnown: 'no',
    },
    after: { name: 'Ovenly', lateScale: '45=50%', refundLimit: '1500', cashNeedsKnown: 'yes' },
  })
})

it.each([
  ['', undefined],
  ['+91 98765 43210', 'https://wa.me/919876543210'],
  ['https://wa.me/971501234567', 'https://wa.me/971501234567'],
])('a WhatsApp number "%s" is a link on every page: %s', async (whatsapp, link) => {
  await save({ ...own, whatsapp })
  expect(shownShop(shop.context.shop).whatsApp).toBe(link)
})

it('profiles, colour and map are what the owner says, and nothing without them', async () => {
  const before = shownShop(shop.context.shop)
  expect(before).not.toHaveProperty('profiles')
  expect(before).not.toHaveProperty('styles')
  expect(before.mapEmbedUrl).toContain('marker=12.9736%2C77.6007')
  await save(own)
  expect(shownShop(shop.context.shop)).toMatchObject({
    profiles: [
      { name: 'Instagram', href: own.instagram },
      { name: 'YouTube', href: own.youtube },
    ],
    styles: expect.stringContaining('--color-berry:#1f5c4a;'),
    mapEmbedUrl: expect.stringContaining('marker=18.5246%2C73.8418'),
  })
  await save({ mapPoint: '' })
  expect(shop.context.shop.mapEmbedUrl).toBe('')
  await save({ address: '12 Church Street, Bengaluru 560001', state: '29' })
  expect(shop.context.shop.mapEmbedUrl).toBe(before.mapEmbedUrl)
})

it('a colour that cannot be read is refused with its contrast, and what is dark enough is in mails', async () => {
  const { status, body } = await save({ accent: '#F5A623' })
  expect([status, body.errors]).toEqual([
    422,
    {
      accent:
        'Too light to read: its contrast to the page is 1.7, and 4.5 is needed. Choose a darker one.',
    },
  ])
  await save({ accent: '#1F5C4A' })
  const parts = ['Hello', { button: 'Open', href: 'http://localhost:3000/' }]
  const content = { to: 'asha@example.in', subject: 'Hello', preview: 'Hello', parts }
  const { html } = await renderContent(shop.context.shop, content)
  expect(html.match(/#1f5c4a/g)?.length).toBeGreaterThan(1)
  expect(html).not.toContain('#b0224e')
})

it('the owner’s logo is on every page, mail and paper, and the large picture on the home page', async () => {
  const stored = { width: 960, height: 480, colour: '#8b1e3f', placeholder: 'data:image/webp;,' }
  await shop.context.db.insert(pictures).values([
    { ...stored, id: 'logo' },
    { ...stored, id: 'table' },
  ])
  const words = [
    { key: 'home.logo', text: '', image: '/pictures/logo/320.webp' },
    { key: 'home.hero', text: '', image: '/pictures/table/320.webp' },
  ]
  expect((await shop.post('/words', { words }, owner.token)).status).toBe(200)
  const logo = { src: '/pictures/logo/320.webp', width: 72, height: 36 }
  expect(shownShop(shop.context.shop).logo).toEqual(logo)
  await save(own)
  expect(shownShop(shop.context.shop).logo).toEqual(logo)
  const content = { to: 'asha@example.in', subject: 'Hello', preview: 'Hello', parts: ['Hello'] }
  const { html } = await renderContent(shop.context.shop, content)
  expect(html).toContain(`src="${shop.context.shop.publicUrl}${logo.src}"`)
  expect(shop.context.words.current().get('home.hero')?.picture?.id).toBe('table')

  // Its file is not there yet.
  expect(await paperLook(shop.context)).toEqual({ accent: own.accent, logo: null })
  const wide = plainPicture('#1b6e3c', 320, 160).webp()
  await shop.context.files.put('pictures/logo/320.webp', await wide.toBuffer())
  const look = await paperLook(shop.context)
  const drawn = await sharp(look.logo ?? new Uint8Array()).metadata()
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['png', 206, 103])
})

it('new papers are in its legal name, and those before stay', async () => {
  await shop.addCake()
  const { token } = await shop.customer()
  const inPune = { address: '1 Hill Road,411001,Pune' }
  const first = await buy(shop, token)
  await save(own)
  const second = await buy(shop, token, { ...inPune, checkoutId: crypto.randomUUID() })
  const papers = await papersOf(shop.context.db, [first.orderId, second.orderId])
  expect(
    papers.map(({ serial, content: { seller } }) => [serial, seller.legalName, seller.gst]),
  ).toEqual([
    ['CW/26-27/0000001', '', 'regular'],
    ['CW/26-27/0000002', 'Pooja Kulkarni', 'unregistered'],
  ])
})

it('a shop without a registration sells to other states if its owner says so, without tax', async () => {
  await shop.addCake()
  const { token } = await shop.customer()
  const toGoa = { address: '1 Hill Road,403001,Goa' }
  await save(own)
  const refused = await begin(shop, token, toGoa)
  expect([refused.status, refused.body.errors]).toEqual([
    409,
    { address: 'We deliver only within Maharashtra.' },
  ])
  await save({ ...own, sellsToOtherStates: 'yes' })
  const { orderId } = await buy(shop, token, { ...toGoa, checkoutId: crypto.randomUUID() })
  const [paper] = await papersOf(shop.context.db, [orderId])
  expect(paper?.content).toMatchObject({
    state: { code: '30' },
    total: { taxable: 900_00, cgst: 0, sgst: 0, igst: 0 },
  })
  await save({ ...own, sellsToOtherStates: 'yes', gst: 'composition', gstin: '27AAPFU0939F1ZV' })
  const dealer = { ...toGoa, checkoutId: crypto.randomUUID() }
  expect((await begin(shop, token, dealer)).status).toBe(409)
})

it('a registration holds from midnight of its day in Kolkata', async () => {
  await shop.addCake()
  const { token } = await shop.customer()
  const toGoa = { address: '1 Hill Road,403001,Goa', time: '2026-11-22T17:30' }
  const inPune = { ...toGoa, address: '1 Hill Road,411001,Pune' }
  await save(own)
  const registered = { gst: 'regular', gstin: '27AAPFU0939F1ZV' } as const
  expect((await save({ ...registered, gstFrom: '2026-11-21' })).status).toBe(200)
  // Another change leaves it alone.
  await save({ phone: '+91 20 2567 8902' })
  expect(typedDetails(shop.context.shop)).toMatchObject({ ...registered, gstFrom: '2026-11-21' })
  const midnight = new Date('2026-11-21T00:00:00+05:30').getTime()
  const until = (instant: number) => shop.wait(instant - shop.context.clock.now().getTime())
  until(midnight - 1000)
  expect(shop.context.shop).toMatchObject({ gst: 'unregistered', gstin: '', state: { code: '27' } })
  expect((await begin(shop, token, toGoa)).status).toBe(409)
  const before = await buy(shop, token, { ...inPune, checkoutId: crypto.randomUUID() })
  until(midnight)
  expect(shop.context.shop).toMatchObject({ ...registered, registrationToCome: null })
  const after = await buy(shop, token, { ...toGoa, checkoutId: crypto.randomUUID() })
  const papers = await papersOf(shop.context.db, [before.orderId, after.orderId])
  expect(papers.map(({ content: { seller, total } }) => [seller.gst, total.igst])).toEqual([
    ['unregistered', 0],
    // 850 × 5 ÷ 105 = 40.48, 50 × 5 ÷ 105 = 2.38.
    ['regular', 42_86],
  ])
  await save(own)
  expect(shop.context.shop).toMatchObject({ gst: 'unregistered', registrationToCome: null })
})

it('a registration to come is taken back, and one of today holds at once', async () => {
  await save({ ...own, gst: 'regular', gstin: '27AAPFU0939F1ZV', gstFrom: '2026-12-01' })
  expect(shop.context.shop).toMatchObject({ gst: 'regular', gstin: '29ABCDE1234F1ZW' })
  await save(own)
  expect(shop.context.shop).toMatchObject({ gst: 'unregistered', registrationToCome: null })
  await save({ gst: 'composition', gstin: '27AAPFU0939F1ZV', gstFrom: '2026-11-20' })
  expect(shop.context.shop).toMatchObject({ gst: 'composition', registrationToCome: null })
})

it('the state of a registered shop is that of its GSTIN', async () => {
  await save({ gstin: '07abcde1234f1z2', state: '29' })
  expect(shop.context.shop.state).toEqual({ code: '07', name: 'Delhi' })
})

it.each([
  ['a GSTIN with a typing error', { gstin: '29ABCDE1234F1Z5' }, 'gstin'],
  ['no GSTIN of a composition dealer', { gst: 'composition', gstin: '' }, 'gstin'],
  ['a registration from yesterday', { gstFrom: '2026-11-19' }, 'gstFrom'],
  ['a registration from a day that is none', { gstFrom: '2026-02-30' }, 'gstFrom'],
  ['a state that is none', { state: '99' }, 'state'],
  ['neither yes nor no', { sellsToOtherStates: '' as 'no' }, 'sellsToOtherStates'],
  ['a licence number of 13 digits', { fssai: '1122334455667' }, 'fssai'],
  ['a last day that is none', { fssaiUntil: '2027-02-30' }, 'fssaiUntil'],
  ['half a WhatsApp number', { whatsapp: '98765' }, 'whatsapp'],
  ['a rest that is due in a year', { balanceDays: '365' }, 'balanceDays'],
  ['a UPI id without a bank', { upiId: 'ovenly' }, 'upiId'],
  ['a late scale without minutes', { lateScale: 'delivery' }, 'lateScale'],
  ['a late scale of more than all', { lateScale: '30=101%' }, 'lateScale'],
  ['an empty late scale', { lateScale: ' ' }, 'lateScale'],
  ['a refund limit below nothing', { refundLimit: '-1' }, 'refundLimit'],
  ['a refund limit in words', { refundLimit: 'any' }, 'refundLimit'],
  ['neither cash of all nor of some', { cashNeedsKnown: 'maybe' as 'yes' }, 'cashNeedsKnown'],
  ['no refund limit', { refundLimit: '' }, 'refundLimit'],
  ['no officer', { grievanceName: ' ' }, 'grievanceName'],
  ['a colour by its name', { accent: 'tomato' }, 'accent'],
  ['a profile that is a network', { instagram: 'https://www.instagram.com/' }, 'instagram'],
  ['a profile elsewhere', { facebook: 'https://evil.example/facebook.com/x' }, 'facebook'],
  ['a profile of a site that ends alike', { youtube: 'https://notyoutube.com/x' }, 'youtube'],
  ['a script for a profile', { youtube: 'javascript:alert(1)' }, 'youtube'],
  ['a point in words', { mapPoint: 'Church Street' }, 'mapPoint'],
] as [string, Partial<TypedDetails>, string][])('%s changes nothing', async (_, details, field) => {
  const before = shop.context.shop
  const { status, body } = await save(details)
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  expect(shop.context.shop).toBe(before)
})

it('in a shop where money moves, what is the sample’s is not saved', async () => {
  Object.assign(shop.context.shop, { isSample: false })
  const { status, body } = await save({ ...own, upiId: 'cakewala@upi', phone: '+91 80 4123 4567' })
  expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([422, ['phone', 'upiId']])
  expect((await save(own)).status).toBe(200)
})

it.each([
  ['', null],
  ['2027-01-20', null],
  ['2027-01-19', '2027-01-19'],
  ['2026-11-01', '2026-11-01'],
])('on 20 November, 60 days before 19 January, a licence until "%s" is near: %s', (until, near) => {
  const now = new Date('2026-11-20T04:30:00Z')
  expect(endingLicence({ fssaiUntil: until }, now)).toBe(near)
})

it('a manager refunds up to the limit that was saved last', async () => {
  await shop.addCake()
  const { orderId } = await buy(shop, (await shop.customer()).token)
  const { token } = await shop.staff('manager')
  const refund = { orderId, amount: 501, reason: 'Melted', key: crypto.randomUUID() }
  await save({ refundLimit: '500' })
  expect((await shop.post('/orders/refund', refund, token)).status).toBe(403)
  await save({ refundLimit: '501' })
  expect((await shop.post('/orders/refund', refund, token)).status).toBe(200)
})

it('a shop may promise nothing for a late delivery', async () => {
  expect((await save({ lateScale: 'off', refundLimit: '0' })).status).toBe(200)
  expect(shop.context.shop).toMatchObject({ lateScale: [], managerRefundLimitPaise: 0 })
})
