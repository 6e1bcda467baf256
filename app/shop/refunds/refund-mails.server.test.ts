import { expect, test } from 'vitest'
import { composeContent } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/render-mail.ts'
import { anOrder } from '../../../test/support/an-order.ts'
import { orderRefundedContent } from './refund-mails.server.ts'

const shop = { name: 'Cakewala', publicUrl: 'http://localhost:3000' } as ShopDetails

test('a refund’s mail says how much comes back, and a name cannot write into it', async () => {
  const name = '<img src=x onerror=alert(1)>"Asha'
  const order = anOrder({ number: 1042, customerName: name })
  const content = orderRefundedContent({
    order,
    amountPaise: 12_345_50,
    creditNotes: ['CN/26-27/0000001'],
    trackLink: 'http://localhost:3000/track/token',
  })
  const { html, text } = await renderMail(composeContent(shop, content).mail)
  expect(text).toContain('refunded ₹12,345.50 for order 1042')
  expect(text).toContain('Credit note CN/26-27/0000001 for your invoice')
  expect(html).not.toContain('<img')
  expect(text).toContain('Hello, we’ve refunded')
})
