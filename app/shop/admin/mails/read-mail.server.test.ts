import { expect, it } from 'vitest'
import { assertNoToken, hidesTokens, mailAsPage, openMail } from './read-mail.server.ts'

const secret = 'q3J9-x.Zt4wR8nB1c'
const link = `https://cakes.example.in/reset-password?for=asha&token=${secret}`
const mail = Buffer.from(
  [
    'From: shop@cakes.example.in',
    'To: asha@example.in',
    'Subject: Choose a new password',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Open ${link} within an hour.`,
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<html><head></head><a href="${link.replace('&', '&amp;')}">Choose</a> ${link}</html>`,
    '--b--',
    '',
  ].join('\r\n'),
) as Buffer<ArrayBuffer>

it('the tokens of links are hidden from staff', async () => {
  const { text } = await openMail(mail, { isHidden: true })
  expect(text).toContain('reset-password?for=asha&token=•••• within an hour')
  const page = await mailAsPage(mail, { isHidden: true })
  expect(page).not.toContain(secret)
  expect(page.match(/token=••••/g)).toHaveLength(2)
  await expect(assertNoToken(mail)).rejects.toMatchObject({ code: 'forbidden' })
})

it('the file of a mail without a token may be saved', async () => {
  const plain = Buffer.from(mail.toString().replaceAll(`token=${secret}`, 'page=1'))
  await expect(assertNoToken(plain)).resolves.toBeUndefined()
})

it('a shop that is tried out on this machine shows its links', async () => {
  expect(hidesTokens({ publicUrl: 'http://localhost:3000' })).toBe(false)
  expect(hidesTokens({ publicUrl: 'https://cakes.example.in' })).toBe(true)
  expect(await mailAsPage(mail, { isHidden: false })).toContain(secret)
})
