import type { Page } from '@playwright/test'
import { customCake, placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { icing, priceMail, quoteLink, quotePrice } from '../support/custom-cake-steps.ts'
import { chooseAndAdd, dayAhead, ordersOf, signIn, visit } from '../support/customer-steps.ts'

const turned = '\u202e'
const markup = '<img src=/x onerror="alert(1)"> & <b>Asha</b>'

/** Names as they may be, each with letters of it that are then seen in icing. */
const names = [
  ['Happy Sixtieth Birthday dear Grandfather from all of us here', 'Grandfather'],
  ['जन्मदिन मुबारक हो आशा', 'मुबारक'],
  ['பிறந்தநாள் வாழ்த்துக்கள்', 'வாழ்த்துக்கள்'],
  [markup, '<b>Asha'],
] as const

/** No other walk orders for this day. */
const daysAhead = 41

/** The fonts of icing that a page fetches. */
function fontsOf(page: Page) {
  const fonts: string[] = []
  page.on('request', (request) => {
    if (/amita|noto/i.test(request.url())) fonts.push(request.url())
  })
  return fonts
}

function isWithinPicture(letters: Element) {
  const { left, right, top, bottom } = letters.getBoundingClientRect()
  const picture = letters.closest('svg')?.getBoundingClientRect()
  if (!picture) return false
  const inWidth = left >= picture.left && right <= picture.right
  return inWidth && top >= picture.top && bottom <= picture.bottom
}

test('a name is seen in icing as it is typed, and its fonts are fetched for that alone', async ({
  page,
}) => {
  const fonts = fontsOf(page)
  for (const path of [
    '/',
    '/products',
    '/about',
    '/cart',
    '/customizecake',
    '/singleproduct/rasmalai-cake',
  ]) {
    await visit(page, path)
  }
  const field = page.getByLabel('Name on cake')
  expect(fonts).toEqual([])
  for (const [name, seen] of names) {
    await field.fill(name)
    await expect(icing(page, seen)).toBeVisible()
    expect(await icing(page, seen).evaluate(isWithinPicture), name).toBe(true)
  }
  // On the whole cake, not on its slice.
  const pictures = page.getByRole('region', { name: 'Pictures of Rasmalai Cake' })
  await expect(pictures.locator('li svg')).toHaveCount(1)
  await expect.poll(() => fonts.length).toBeGreaterThan(0)

  await field.fill('Asha 🎂')
  await expect(page.getByText('We can’t pipe emoji. Please remove 🎂')).toBeVisible()
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await expect(field).toBeFocused()
  await chooseAndAdd(page, { nameOnCake: 'आशा' })
  await expect(icing(page.getByRole('row', { name: 'Rasmalai Cake' }), 'आशा')).toBeVisible()
})

test('what customers write is shown as it is written and does nothing anywhere', async ({
  page,
  bakery,
  shop,
  someoneElse,
}) => {
  const customer = await signIn(page)
  const cakes = names.map(([bname]) => ({ ...rasmalai, bname, detail: 'In blue' }))
  const detail = `${markup} ${turned}turned`
  await placeOrder(
    page,
    [...cakes, { ...customCake, bname: `${turned}${markup}`, detail }],
    daysAhead,
  )
  const [order] = await ordersOf(page, customer)
  if (!order) throw new Error('The order is not there.')
  await quotePrice(bakery, order, 1450)

  const mail = await priceMail(shop.outbox, customer.email, order)
  const admin = await someoneElse()
  await signInAsAdmin(admin)
  const all = names.map(([name]) => name)
  for (const [on, path, words] of [
    [page, '/yourorder', all],
    [page, quoteLink(mail), [markup]],
    [admin, '/admin', all],
    [admin, `/admin/orders/${order.number}`, all],
    [admin, `/admin/kitchen?day=${dayAhead(daysAhead)}`, [...all, 'In blue']],
  ] as const) {
    await visit(on, path)
    const main = on.getByRole('main')
    for (const name of words) await expect(main, path).toContainText(name)
    expect(await main.textContent(), path).not.toContain(turned)
    expect(await on.locator('img[src="/x"]').count(), path).toBe(0)
  }
  expect(mail.text).toContain(markup)
  expect(mail.html).not.toMatch(/<img src=.?\/x|\u202e/)
})
