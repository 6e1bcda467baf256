import { expect, test } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import { renderContent } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { passwordResetMail } from './reset-password.server.ts'

const shop = {
  name: 'Cakewala',
  address: '12 Church Street, Bengaluru 560001',
  phone: '+91 80 4123 4567',
  email: 'shop@cakewala.test',
  publicUrl: 'http://localhost:3000',
} as ShopDetails

/** The mail to a person of this name. */
async function mailTo(name: string) {
  const person = { name, email: 'asha@example.in' }
  const accounts = { passwords: { issueReset: async () => ({ token: 'abc', person }) } }
  const context = { accounts, shop } as unknown as AppContext
  const content = await passwordResetMail(context, { userId: 'asha' })
  if (!content) throw new Error('nothing was written')
  return renderContent(shop, content)
}

test('says who it is for, the link, and who sends it, in HTML and in text', async () => {
  const link = 'http://localhost:3000/reset-password#abc'
  const { html, text } = await mailTo('Asha')
  expect(html).toContain(`href="${link}"`)
  for (const words of [
    'Hello Asha',
    link,
    'within an hour',
    shop.address,
    shop.phone,
    shop.email,
  ]) {
    expect(text.replaceAll('\n', ' ')).toContain(words)
  }
  expect(text).not.toMatch(/<\w/)
})
