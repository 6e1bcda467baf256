import { expect, test } from 'vitest'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/render-mail.ts'
import { PasswordResetMail } from './password-reset-mail.server.tsx'

const shop = {
  name: 'Cakewala',
  address: '12 Church Street, Bengaluru 560001',
  phone: '+91 80 4123 4567',
  email: 'shop@cakewala.test',
  publicUrl: 'http://localhost:3000',
} as ShopDetails

test('says who it is for, the link, and who sends it, in HTML and in text', async () => {
  const link = 'http://localhost:3000/reset-password#abc'
  const { html, text } = await renderMail(PasswordResetMail({ name: 'Asha', link, shop }))
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

test('a name with markup in it is not in the mail', async () => {
  const name = '<img src=x onerror="alert(1)"> & <b>Eve</b>'
  const { html, text } = await renderMail(PasswordResetMail({ name, link: 'http://l', shop }))
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  expect(html).toContain('Hello<!-- -->, you asked')
  expect(text).not.toContain('Eve')
})
