import { placeOrder, rasmalai, runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNoBarrier, seeNothingTooWide } from '../support/barriers.ts'
import { dayAhead, heading, signIn, toast, visit } from '../support/customer-steps.ts'
import { photo, scriptSvg } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

/** No other walk orders for this day. */
const daysAhead = 45

test('a rider’s line drops at the door: what was done is kept, sent when it is back, and seen by all', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const first = await placeOrder(asha, rasmalai, daysAhead)
  const second = await placeOrder(asha, rasmalai, daysAhead)

  await signInAsAdmin(page)
  for (const { number } of [first, second]) {
    await visit(page, `/admin/orders/${number}`)
    await page.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(toast(page, /is ready/i)).toBeVisible()
  }
  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  await page.getByLabel('Rider’s name').fill('Ravi')
  await page.getByLabel('Rider’s mobile').fill('+91 98765 00000')
  await page.getByRole('button', { name: 'Make a run of 2 orders' }).click()
  const run = page.getByRole('region', { name: 'Ravi' })
  // It stands where the form was.
  await expect(page.getByRole('region', { name: '12:00 pm' }).locator('+ *')).toContainText('Ravi')
  await expect(run).toContainText(`Order ${first.number}`)
  await seeNoBarrier(page, 'runs')
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNothingTooWide(page)
  const path = await runPath(run)

  // On a weak line the list is read, and calls and maps are opened, before its script is there.
  const sent = await page.request.get(path)
  const document = await sent.text()
  for (const part of [
    `Order <!-- -->${first.number}`,
    'href="tel:+91',
    'href="https://www.google.com/maps/search/?api=1&amp;query=',
  ]) {
    expect(document).toContain(part)
  }
  expect(document.match(/(?:src|href)="[^"]+\.js"/g)).toEqual([
    expect.stringContaining('run-page-script'),
  ])
  const headers = { 'if-none-match': sent.headers().etag ?? '' }
  expect((await page.request.get(path, { headers })).status()).toBe(304)

  const rider = await someoneElse()
  const other = await someoneElse()
  await other.emulateMedia({ colorScheme: 'dark' })
  for (const phone of [rider, other]) {
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto(path)
    phone.on('dialog', (question) => void question.accept())
    await expect(heading(phone, 'Deliveries')).toBeVisible()
  }
  const doorOf = (phone: typeof rider) =>
    phone.getByRole('article').filter({ hasText: `Order ${first.number}` })
  const door = doorOf(rider)
  await expect(door.getByRole('link', { name: /^Map/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=/,
  )
  trouble.expect(500, '/runs/move')
  const problem = { status: 500, title: 'Error', detail: 'Something went wrong.' }
  await rider.route('**/runs/move', (move) => move.fulfill({ status: 500, json: problem }))
  await door.getByRole('button', { name: 'Out for delivery' }).click()
  await expect(door).toContainText('The shop could not save this update.')
  await expect(door).toContainText('दुकान में यह सेव नहीं हुआ।')
  await seeNoBarrier(rider, 'a run with a move that failed')
  await seeNothingTooWide(rider)
  await rider.unroute('**/runs/move')
  await door.getByRole('button', { name: 'Try again' }).click()
  await expect(door).not.toContainText('The shop could not save this update.')
  await expect(door.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(doorOf(other).getByText(/^Failed order/)).toBeVisible()
  await seeNoBarrier(other, 'a run at night')
  await expect(door.getByText(/^Failed order/)).toBeVisible()

  await rider.context().setOffline(true)
  await door.getByText(/^Failed order/).click()
  await seeNoBarrier(rider, 'a run')
  await door.getByRole('button', { name: 'Mark not delivered' }).click()
  await expect(door).toContainText('Please say what happened.')
  await door.getByLabel('Nobody in').check()
  await door.getByRole('button', { name: 'Mark not delivered' }).click()
  await expect(door).toContainText('Delivery failed, not sent yet')
  await expect(door).toContainText('नहीं पहुँचा, अभी भेजा नहीं गया')
  await expect(rider.getByRole('status').first()).toContainText('saved on this phone')
  await expect(rider.getByRole('status').first()).toContainText('नेटवर्क नहीं है')
  await expect(doorOf(other)).not.toContainText('Delivery failed')
  await rider.reload()
  await expect(door).toContainText('Delivery failed, not sent yet')
  await expect(door.getByRole('button', { name: 'Try delivery again' })).toBeEnabled()
  await rider.context().setOffline(false)
  await expect(doorOf(other)).toContainText('Delivery failed')
  await expect(door).not.toContainText('not sent yet')
  await door.getByRole('button', { name: 'Try delivery again' }).click()
  await expect(door.getByText(/^Delivered order/)).toBeVisible()
  await door.getByText(/^Delivered order/).click()
  await door.getByLabel('4-digit delivery code').fill('12')
  await door.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(door).toContainText('The code has 4 digits.')
  await seeNoBarrier(rider, 'a run at a door')
  trouble.expect(422, '/runs/move')
  await door.getByLabel('Guard or reception').check()
  await door.getByLabel('4-digit delivery code').fill('0000')
  await door.getByLabel('4-digit delivery code').press('Enter')
  await expect(door).toContainText('This is not the code. 4 tries left.')
  await expect(door).toContainText('कोड गलत है। 4 कोशिशें बाकी हैं।')
  await expect(door.getByLabel('Guard or reception')).toBeChecked()
  await expect(door.getByRole('button', { name: 'Mark delivered' })).toBeVisible()
  await seeNothingTooWide(rider)

  // The shop takes the other order out, while this rider says without a line that it is on its way.
  trouble.expect(404, '/runs/move')
  await rider.context().setOffline(true)
  await rider.getByRole('button', { name: `Out for delivery order ${second.number}` }).click()
  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  await run.getByRole('button', { name: `Remove from run order ${second.number}` }).click()
  await expect(run).not.toContainText(`Order ${second.number}`)
  await door.getByLabel('4-digit delivery code').focus()
  await rider.context().setOffline(false)
  await expect(rider.getByText(`Order ${second.number} is no longer in your list`)).toBeVisible()
  await expect(rider.getByRole('article')).toHaveCount(1)
  await expect(door.getByLabel('4-digit delivery code')).toBeFocused()

  await door.getByLabel('Take a photo').setInputFiles(scriptSvg.file)
  await expect(door).toContainText(scriptSvg.sentence)
  // Some phones call it so.
  const ofDoor = { ...(await photo('orange')), mimeType: 'image/jpg' }
  await door.getByLabel('Take a photo').setInputFiles(ofDoor)
  await expect(door.getByRole('img', { name: 'At the door' })).toBeVisible()
  await seeNoBarrier(rider, 'a run with a photo of a door')
  await seeNothingTooWide(rider)
  await rider.context().setOffline(true)
  await door.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(door).toContainText('Delivered, photo not sent yet')
  await rider.context().setOffline(false)
  await expect(doorOf(other).getByText('Delivered', { exact: true })).toBeVisible()
  await expect(door).not.toContainText('not sent yet')

  await visit(asha, '/yourorder')
  const card = asha.getByRole('article', { name: `Order ${first.number}` })
  await expect(card.getByRole('img', { name: 'The order, at the door' })).toBeVisible()
  await seeNoBarrier(asha, 'an order with a photo of the door')
})

test('a revoked link is no page, and leaves none on the phone', async ({
  page,
  someoneElse,
  trouble,
}) => {
  const asha = await someoneElse()
  await signIn(asha)
  const { number } = await placeOrder(asha, rasmalai, daysAhead + 1)
  const later = await placeOrder(asha, rasmalai, daysAhead + 1)
  await signInAsAdmin(page)
  for (const ready of [number, later.number]) {
    await visit(page, `/admin/orders/${ready}`)
    await page.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(toast(page, /is ready/i)).toBeVisible()
  }
  await visit(page, `/admin/runs?day=${dayAhead(daysAhead + 1)}`)
  await page.getByRole('checkbox', { name: `Order ${later.number}` }).uncheck()
  await page.getByLabel('Rider’s name').fill('Ravi')
  await page.getByLabel('Rider’s mobile').fill('9876500000')
  await page.getByRole('button', { name: 'Make a run of 1 order' }).click()
  const run = page.getByRole('region', { name: 'Ravi' })
  const path = await runPath(run)
  // Who rode before is pressed, and not typed again.
  await page.getByRole('button', { name: 'Ravi, 9876500000' }).click()
  await expect(page.getByLabel('Rider’s mobile')).toHaveValue('9876500000')
  const rider = await someoneElse()
  await rider.goto(path)
  const isKept = () =>
    rider.evaluate(async () => {
      await navigator.serviceWorker.ready
      return (await caches.match(location.href)) !== undefined
    })
  await expect.poll(isKept).toBe(true)
  trouble.expect(404, '/run/')
  await run.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(run).toContainText('the link was revoked')

  await expect(heading(rider, "UH OH! You're lost.")).toBeVisible()
  expect(await rider.evaluate(() => caches.keys())).toEqual([])
})
