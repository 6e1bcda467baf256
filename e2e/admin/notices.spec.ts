import { admin, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide, seeTouchable } from '../support/barriers.ts'
import { heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { mailAbout } from '../support/outbox.ts'
import { expect, test } from '../support/shop-test.ts'

test('the owner chooses to hear of orders by mail, and is told of the next one', async ({
  page,
  someoneElse,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAsAdmin(page)
  await visit(page, '/admin')
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/admin.webmanifest')
  const app = await (await page.request.get('/admin.webmanifest')).json()
  for (const { src } of app.icons) expect((await page.request.get(src)).status()).toBe(200)

  const pages = page.getByRole('navigation', { name: 'Admin' })
  await pages.getByText('Team').click()
  await pages.getByRole('link', { name: 'Who hears what' }).click()
  await expect(heading(page, 'Who hears what')).toBeVisible()
  const you = page.getByRole('region', { name: 'You' })
  const order = you.getByRole('checkbox', { name: 'A new order: By email' })
  await expect(order).not.toBeChecked()
  await expect(you.getByRole('checkbox', { name: 'A new order: On my phone' })).toBeChecked()
  const ofShop = page.getByRole('region', { name: 'The shop’s address' })
  await expect(ofShop.getByRole('checkbox', { name: 'A new order: By email' })).toBeChecked()
  await order.check()
  await you.getByLabel('From').fill('22:00')
  await you.getByLabel('Until').fill('07:00')
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await seeNoBarrier(page, 'who hears what')
  await seeNothingTooWide(page)
  await seeTouchable(order.locator('..'))
  await page.reload()
  await expect(order).toBeChecked()
  await expect(you.getByLabel('From')).toHaveValue('22:00')

  // At any time of the day: the rest of the walk is no night.
  await you.getByLabel('From').fill('')
  await you.getByLabel('Until').fill('')
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(you.getByLabel('From')).toHaveValue('')
  const customer = await someoneElse()
  await signIn(customer)
  const { number } = await placeOrder(customer, { ...rasmalai, bname: 'Kabir' })
  const mail = await mailAbout(shop.outbox, admin.email, new RegExp(`^New order ${number}: `))
  expect(mail.text).toContain('Rasmalai Cake')
  expect(mail.text).toContain('“Kabir”')
  expect(mail.text).toContain(`/admin/orders/${number}`)
  await order.uncheck()
  await you.getByRole('button', { name: 'Save what I hear' }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
})

test('a phone that is switched on shows what is pushed, and stores no page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  // No push service takes the browser of a walk: what it would answer.
  await page.addInitScript(() => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a-walk'
    const unsubscribe = async () => true
    const subscription = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
  })
  await signInAsAdmin(page)
  await visit(page, '/admin/notices')
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => new URL(scopeURL).pathname === '/admin')
      if (own) resolve(own.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const phone = page.getByRole('button', { name: 'Tell me on this phone' })
  await phone.click()
  await expect(toast(page, 'You are told on this phone.')).toBeVisible()
  await expect(phone).toHaveAttribute('aria-pressed', 'true')

  // A browser without a screen shows no notification: what it would show.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const own = Reflect.get(globalThis, 'registration') as ServiceWorkerRegistration
    own.showNotification = async (...shown) => {
      Object.assign(globalThis, { shown })
    }
  })
  const push = { title: 'New order 1043', body: '1 × Truffle', path: '/admin', tag: 'new-order-1' }
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(push),
  })
  const shown = () => worker?.evaluate(() => Reflect.get(globalThis, 'shown'))
  await expect.poll(shown).toEqual([push.title, expect.objectContaining({ body: push.body })])
  expect(await page.evaluate(() => caches.keys())).toEqual([])

  await phone.click()
  await expect(toast(page, 'This phone stays silent.')).toBeVisible()
  await expect(phone).toHaveAttribute('aria-pressed', 'false')
})
