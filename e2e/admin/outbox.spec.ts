import { openMailServer, smtpError } from '../../test/support/mail-server.ts'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier } from '../support/barriers.ts'
import { newCustomer, signIn, toast, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test('a mail that a mail server refused is seen, and goes out once when it is sent again', async ({
  page,
  shop,
  someoneElse,
}) => {
  let refuses = true
  const server = await openMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(refuses ? smtpError(550, '5.1.1 nobody of that name yet') : undefined),
  })
  await shop.stop()
  await shop.start({ SMTP_URL: server.url })
  const asha = await someoneElse()
  const { email } = await signIn(asha, newCustomer())
  await asha.request.post('/api/v1/users/forgot-password', { data: { email } })

  await signInAsAdmin(page)
  const mails = page.getByRole('row').filter({ hasText: email })
  const mail = mails.filter({ hasText: 'Password reset' })
  // Both are refused before the server takes one.
  await expect(async () => {
    await visit(page, '/admin/outbox')
    await expect(mails.filter({ hasText: 'nobody of that name yet' })).toHaveCount(2)
  }).toPass()
  await seeNoBarrier(page, 'a mail that could not be sent')
  refuses = false
  await mail.getByRole('button', { name: /^Send again/ }).dblclick()
  await expect(toast(page, /again/)).toBeVisible()
  await expect(mail).toBeHidden()
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([[email]])

  await shop.stop()
  await shop.start()
  await server.close()
})
