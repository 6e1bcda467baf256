import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { seeOnInvoice } from '../support/custom-cake-steps.ts'
import { dayAhead, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, ownShop, test as shopTest } from '../support/shop-test.ts'

/** A shop of its own: who it is would be the same in other walks. */
const test = shopTest.extend({ shop: ownShop() })

test('an owner without a registration says who they are, sells, and registers later', async ({
  page: owner,
  someoneElse,
}) => {
  await signInAsAdmin(owner)
  await visit(owner, '/admin')
  const opening = owner.getByRole('region', { name: 'Your shop is not open yet' })
  await expect(opening).toContainText('GSTIN')
  await opening.getByRole('link', { name: 'Who you are' }).click()
  await seeNoBarrier(owner, 'who the shop is')
  await owner.getByLabel('GSTIN').fill('29ABCDE1234F1Z5')
  const steps = owner.getByRole('group', { name: /^Step/ })
  await expect(steps).toHaveCount(2)
  await steps.first().getByLabel('Minutes late').fill('soon')
  await owner.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(owner.getByLabel('GSTIN')).toBeFocused()
  await expect(owner.getByText('This GSTIN has a typing error.')).toBeVisible()
  await expect(owner.getByText('Each step needs its minutes, from 1 to 999')).toBeVisible()
  await seeNoBarrier(owner, 'who the shop is, with an error')
  await owner.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(owner)
  await sayWho(owner)
  await visit(owner, '/admin')
  await expect(opening).not.toContainText('GSTIN')
  await expect(opening).toContainText('which the law wants: 5.')
  await expect(owner.getByRole('link', { name: /^Your FSSAI licence ends on/ })).toBeVisible()
  await seeNoBarrier(owner, 'a panel with a licence that ends')

  const asha = await someoneElse()
  await signIn(asha)
  const first = await placeOrder(asha, rasmalai)
  await visit(asha, '/about')
  await expect(asha.getByRole('contentinfo')).toContainText('Pooja Kulkarni')
  await expect(asha.getByRole('contentinfo')).not.toContainText('GSTIN')
  await expect(asha.getByRole('main')).not.toContainText('GST')
  await visit(asha, '/terms')
  await expect(asha.getByRole('main')).not.toContainText('GST')
  const plain = await invoiceOf(owner, first.number)
  await seeOnInvoice(plain, [/Invoice no\./, /Pooja Kulkarni/, /^(?:(?!GST|HSN|tax)[\s\S])*$/i])

  await visit(owner, '/admin/shop')
  await expect(steps).toHaveCount(1)
  await expect(steps.getByLabel('Minutes late')).toHaveValue('45')
  await expect(steps.getByLabel('Per cent')).toHaveValue('50')
  await expect(owner.getByLabel('A manager gives away at most')).toHaveValue('1500')
  await owner.getByLabel('GST registration').selectOption('regular')
  await owner.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
  await save(owner)
  const second = await placeOrder(asha, rasmalai)
  const taxed = await invoiceOf(owner, second.number)
  await seeOnInvoice(taxed, [
    /Tax Invoice/,
    /GSTIN 27AAPFU0939F1ZV/,
    /Maharashtra \(27\)/,
    /SGST 2\.5%/,
  ])
  await seeOnInvoice(taxed, [/TEST\/\d\d-\d\d\/0000\d/, /Of a test payment/])

  await test.step('downloads the month', async () => {
    await visit(owner, '/admin/money')
    // The first paper was of a shop without a registration: only the second is in the return.
    await expect(owner.getByRole('region', { name: 'Papers: 2' })).toBeVisible()
    const returns = owner.getByRole('region', { name: 'GSTR-1', exact: true })
    await expect(returns).toContainText(/Files by HSN code: (₹[\d,.]+), ledger: \1$/)
    const file = owner.waitForEvent('download')
    await returns.getByRole('link', { name: 'b2cs.csv' }).click()
    const text = await readFile(await (await file).path(), 'utf8')
    expect(text).toMatch(/OE,27-Maharashtra,,5\.00,/)
  })

  await test.step('changes a rate from a day to come, and takes it back', async () => {
    await visit(owner, '/admin/shop')
    const rates = owner.getByRole('region', { name: 'GST by category' })
    await rates.getByLabel('Category').selectOption('Everything else')
    await rates.getByLabel('From').fill(dayAhead(3))
    await rates.getByLabel('HSN code').fill('1905')
    await rates.getByLabel('GST', { exact: true }).selectOption('18%')
    await rates.getByRole('button', { name: 'Apply from that day' }).click()
    const changed = rates.getByRole('row', { name: /Everything else .* 1905 18%/ })
    await expect(changed).toBeVisible()
    await seeNoBarrier(owner, 'rates by category')
    await seeNothingTooWide(owner)
    await changed.getByRole('button', { name: 'Withdraw' }).click()
    await expect(changed).toBeHidden()
  })
})

async function sayWho(owner: Page) {
  const said = {
    Name: 'Ovenly',
    'Legal name': 'Pooja Kulkarni',
    Address: '4 FC Road, Pune 411004',
    Phone: '+91 20 2567 8901',
    Email: 'hello@ovenly.in',
    GSTIN: '',
    'FSSAI licence': '21522011000123',
    'Licence ends on': dayAhead(59),
    'UPI id': 'ovenly@okbank',
    'A manager gives away at most': '1500',
    'Name of the officer': 'Pooja Kulkarni',
    'Email for complaints': 'care@ovenly.in',
  }
  await owner.getByLabel('GST registration').selectOption('unregistered')
  await expect(owner.getByLabel('Sells to other states')).toBeVisible()
  await owner.getByLabel('State', { exact: true }).selectOption('Maharashtra')
  await sayWhenLate(owner)
  for (const [label, text] of Object.entries(said)) {
    await owner.getByLabel(label, { exact: true }).fill(text)
  }
  await save(owner)
}

/** In place of the steps that the shop has: half of it back from 45 minutes on. */
async function sayWhenLate(owner: Page) {
  const scale = owner.getByRole('group', { name: 'A late delivery' })
  await scale.getByRole('button', { name: 'Remove step 1' }).click()
  await scale.getByRole('button', { name: 'Remove step 1' }).click()
  await expect(scale).toContainText('Nothing is promised.')
  await scale.getByRole('button', { name: 'Add a step' }).click()
  await scale.getByLabel('Minutes late').fill('30')
  await scale.getByLabel('What comes back').selectOption('What the delivery cost')
  await expect(scale.getByLabel('Per cent')).toBeHidden()
  await scale.getByLabel('What comes back').selectOption('A part of the order')
  await scale.getByLabel('Minutes late').fill('45')
  await scale.getByLabel('Per cent').fill('50')
  await seeNoBarrier(owner, 'what comes back of a late delivery')
}

async function save(owner: Page) {
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(toast(owner, 'Saved. Pages, mails and new papers say it now.')).toBeVisible()
}

async function invoiceOf(owner: Page, number: number): Promise<Buffer> {
  await visit(owner, `/admin/orders/${number}`)
  const link = owner.getByRole('main').getByRole('link', { name: 'Invoice', exact: true })
  const answer = await owner.request.get((await link.getAttribute('href')) ?? '')
  return answer.body()
}

test('customers chat with the shop about their order, and links are sent by WhatsApp', async ({
  page: owner,
  shop,
  someoneElse,
}) => {
  await signInAsAdmin(owner)
  await visit(owner, '/admin/shop')
  await owner.getByLabel('WhatsApp number').fill('98765')
  await owner.getByLabel('Remind of the rest so many days before').fill('3')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Enter 10 digits, or + and the country code')).toBeVisible()
  await owner.getByLabel('WhatsApp number').fill('98765 43210')
  await save(owner)

  const chat = 'https://wa.me/919876543210'
  await visit(owner, '/contact')
  const contact = owner.getByRole('link', { name: 'Chat with us on WhatsApp' })
  await expect(contact).toHaveAttribute('href', chat)
  const footer = owner.getByRole('contentinfo').getByRole('link', { name: 'WhatsApp' })
  await expect(footer).toHaveAttribute('href', chat)
  await seeNoBarrier(owner, 'a contact page with a chat')

  const asha = await someoneElse()
  await asha.setViewportSize({ width: 390, height: 844 })
  const { email, mobileno } = await signIn(asha)
  const recipient = { name: 'Meena Iyer', mobile: '9811100000' }
  const { number } = await placeOrder(asha, rasmalai, 3, { recipient })
  const { text = '' } = await mailAbout(shop.outbox, email, /is placed/)
  await visit(asha, /http\S+\/track\/[^\s\]]+/.exec(text)?.[0] ?? '')
  const about = `${chat}?text=Order%20${number}`
  const main = asha.getByRole('main')
  const ask = main.getByRole('link', { name: 'WhatsApp', exact: true })
  await expect(ask).toHaveAttribute('href', about)
  const gift = main.getByRole('link', { name: /^WhatsApp Something sweet is coming to you/ })
  await expect(gift).toHaveAttribute('href', /^https:\/\/wa\.me\/919811100000\?text=.*%2Ftrack%2F/)
  await seeNoBarrier(asha, 'an order with a chat')
  await seeNothingTooWide(asha)
  await visit(asha, '/yourorder')
  const inList = asha.getByRole('link', { name: `WhatsApp about order ${number}` })
  await expect(inList).toHaveAttribute('href', about)
  await seeNoBarrier(asha, 'View Orders with a chat')
  await seeNothingTooWide(asha)

  await visit(owner, `/admin/orders/${number}`)
  const theirs = owner.getByRole('link', { name: `WhatsApp Your order ${number}` })
  await expect(theirs).toHaveAttribute('href', new RegExp(`^https://wa\\.me/91${mobileno}\\?text=`))
  await owner.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(owner)
  await seeNoBarrier(owner, 'an order with links to send')
})
