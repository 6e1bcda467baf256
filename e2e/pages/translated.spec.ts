import type { Locator } from '@playwright/test'
import { placeOrder, rasmalai, runPath, signInAsAdmin } from '../support/admin-steps.ts'
import { confirmByMail, itemButton, wishFor } from '../support/custom-cake-steps.ts'
import {
  addCake,
  address,
  cards,
  cartWith,
  confirmOrder,
  dayAhead,
  goToCheckout,
  heading,
  newCustomer,
  ordersOf,
  payWith,
  sayWhereAndWhen,
  seeOrderPlaced,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { test as sampleTest } from '../support/sample-shop.ts'
import { expect, test } from '../support/shop-test.ts'
import { seeTranslated, translatePages } from '../support/translation.ts'

const nameOnCake = 'Lovely Rose'

/** No other walk orders for this day. */
const daysAhead = 46

test('on a translated page a cake is found, ordered, paid and tracked', {
  tag: '@essential',
}, async ({ page, context }) => {
  await translatePages(context)
  const customer = newCustomer()
  await page.request.post('/api/v1/users/new', { data: customer })
  await visit(page, '/products')
  await expect(page.getByText('30 Product Available')).toBeVisible()
  const filters = page.getByRole('form', { name: 'Filters' })
  await filters.getByLabel('Flavour').selectOption('Mango')
  await filters.getByRole('radio', { name: 'Eggless' }).check()
  await expect(page.getByText('2 Product Available')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await expect(page.getByText('30 Product Available')).toBeVisible()

  await addCake(page, 'rasmalai-cake', { weight: '1', nameOnCake, pieces: 2 })
  await seeTranslated(page, nameOnCake)
  await expect(cartWith(page, 2)).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '₹1,950' })).toBeVisible()
  const line = page.getByRole('row', { name: 'Rasmalai Cake' })
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(cartWith(page, 3)).toBeVisible()
  await expect(line).toContainText('₹2,850')
  await expect(page.getByRole('definition').filter({ hasText: '₹2,900' })).toBeVisible()
  await line.getByRole('button', { name: 'One less' }).click()
  await expect(page.getByRole('definition').filter({ hasText: '₹1,950' })).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()

  await expect(heading(page, 'Login Yourself')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(heading(page, 'Shipping Details')).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByText('Pincode is required')).toBeVisible()
  await sayWhereAndWhen(page)
  await seeTranslated(page, nameOnCake, address.address)
  await confirmOrder(page)
  await payWith(page, cards.succeeds)
  await seeOrderPlaced(page)
  await visit(page, '/yourorder')
  await seeTranslated(page, nameOnCake, address.address)
  await page.getByRole('link', { name: /^Track or report/ }).click()
  await expect(heading(page, 'Your order is placed')).toBeVisible()
  await seeTranslated(page, nameOnCake, address.address)
})

sampleTest(
  'on a translated page a guest is shown the slots of a pincode',
  async ({ page, context }) => {
    await translatePages(context)
    await addCake(page, 'rasmalai-cake')
    await page.getByRole('button', { name: 'Proceed to checkout' }).click()
    const form = page.getByRole('region', { name: 'Order as guest' })
    const { name, email, mobileno } = newCustomer()
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('MobileNo').fill(mobileno)
    await form.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(form.getByLabel('Email for this order')).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('Email for this order').fill(email)
    await form.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(heading(page, 'Shipping Details')).toBeVisible()
    await page.getByLabel('Address').fill(address.address)
    for (const pincode of [address.pincode, '560001']) {
      await page.getByLabel('Pincode').fill(pincode)
      await expect(page.getByRole('radio', { name: / to .*[ap]m/ }).first()).toBeVisible()
    }
    await seeTranslated(page)
  },
)

test('on translated pages a cake is made to order, quoted live in the panel and accepted', async ({
  page,
  context,
  shop,
  someoneElse,
}) => {
  const customer = await signIn(page)
  await confirmByMail(page, customer, shop.outbox)
  await translatePages(context)
  const baker = await someoneElse()
  await signInAsAdmin(baker)
  await translatePages(baker.context())
  await visit(baker, '/admin')
  await expect(baker.getByText('Live', { exact: true })).toBeVisible()

  await visit(page, '/customizecake')
  await wishFor(page, { flavour: 'Mango', weight: '2', nameOnCake, details: 'A blue elephant' })
  await page.getByRole('button', { name: 'Design it here' }).click()
  await page.getByRole('button', { name: 'Surprise me' }).click()
  await page.getByRole('button', { name: 'Close the designer' }).click()
  await page.getByRole('button', { name: 'Add To Cart' }).click()
  await seeTranslated(page, nameOnCake)
  await goToCheckout(page)
  // Before those of other walks, whose first twenty are shown.
  await sayWhereAndWhen(page, 3, '09:00')
  await confirmOrder(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await seeOrderPlaced(page)
  const [order] = await ordersOf(page, customer)
  if (!order) throw new Error('The order is not there.')

  await expect(baker.getByRole('article', { name: `Order ${order.number}` })).toBeVisible()
  await seeTranslated(baker, nameOnCake, customer.name)
  await itemButton(baker, 'Accept', order).click()
  const quote = baker.getByRole('dialog', { name: /^Accept/ })
  await quote.getByLabel('Price in rupees').fill('1450')
  await quote.getByRole('button', { name: 'Send the price' }).click()
  await expect(baker.getByText('Quote sent: Rs. 1,450')).toBeVisible()
  await seeTranslated(baker)

  await visit(page, '/yourorder')
  await itemButton(page, 'Accept Rs. 1,450', order).click()
  await expect(page.getByRole('article')).toContainText('Status: accepted')
  await seeTranslated(page, nameOnCake, address.address)
  await expect(toast(baker, /accepted/)).toBeVisible()
})

test('on translated pages a cake is made ready, sent with a rider and followed to the door', async ({
  page,
  context,
  someoneElse,
}) => {
  const asha = await someoneElse()
  const customer = await signIn(asha)
  const { number } = await placeOrder(asha, { ...rasmalai, bname: nameOnCake }, daysAhead)
  await translatePages(asha.context())
  await visit(asha, '/yourorder')
  await asha.getByRole('link', { name: /^Track or report/ }).click()
  await seeTranslated(asha, nameOnCake, '12 Hill Road')

  await signInAsAdmin(page)
  await translatePages(context)
  await visit(page, `/admin/kitchen?day=${dayAhead(daysAhead)}`)
  await seeTranslated(page, nameOnCake, 'Asha')
  await page.getByRole('button', { name: 'Mark as ready' }).click()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await visit(page, `/admin/orders/${number}`)
  await page.getByLabel('Note for the kitchen').fill('No nuts')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('No nuts')
  await seeTranslated(page, nameOnCake, customer.name, '12 Hill Road')
  await visit(page, `/admin/orders/${number}/packing`)
  await seeTranslated(page, nameOnCake)
  await visit(page, `/admin/runs?day=${dayAhead(daysAhead)}`)
  await page.getByLabel('Rider’s name').fill('Ravi Kiran')
  await page.getByLabel('Rider’s mobile').fill('98765 00000')
  await page.getByRole('button', { name: 'Make a run of 1 order' }).click()
  const run = page.getByRole('region', { name: 'Ravi Kiran' })
  await expect(run).toContainText(`Order ${number}`)
  await seeTranslated(page, 'Ravi Kiran')

  const rider = await someoneElse()
  await translatePages(rider.context())
  rider.on('dialog', (question) => void question.accept())
  await rider.goto(await runPath(run))
  await expect(rider.getByText('0 of 1 delivered')).toBeVisible()
  await seeTranslated(rider, 'Ravi Kiran', customer.name, '12 Hill Road')
  await rider.getByRole('button', { name: 'Out for delivery' }).click()
  const door = rider.getByRole('article')
  await expect(door).toContainText(/Out for delivery\s*रास्ते में/)
  await expect(heading(asha, 'Your order is out for delivery')).toBeVisible()
  await seeSteady(door)
  await rider.getByText(/^Delivered order/).click()
  await door.getByLabel('Guard or reception').check()
  await door.getByLabel('4-digit delivery code').fill('12')
  await rider.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(door).toContainText('The code has 4 digits.')
  const code = await asha.getByText(/^\d{4}$/).textContent()
  await door.getByLabel('4-digit delivery code').fill(code ?? '')
  await rider.getByRole('button', { name: 'Mark delivered' }).click()
  await expect(rider.getByText('1 of 1 delivered')).toBeVisible()
  await expect(heading(asha, 'Your order is delivered')).toBeVisible()
  await seeTranslated(asha, nameOnCake)
})

test('a page that is translated before React takes it over works', async ({ browser, shop }) => {
  // React finds other elements than the server sent, reports that, and renders the page again.
  const context = await browser.newContext({ baseURL: shop.address })
  await translatePages(context, { isEarly: true })
  const page = await context.newPage()
  await addCake(page, 'rasmalai-cake', { nameOnCake, pieces: 2 })
  await expect(cartWith(page, 2)).toBeVisible()
  await seeTranslated(page, nameOnCake)
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(cartWith(page, 3)).toBeVisible()
  await seeTranslated(page, nameOnCake)
  await context.close()
})

/** What was read again and is the same stays translated: nothing blinks, and nothing is read out twice. */
async function seeSteady(part: Locator) {
  const marked = await part.evaluate((element) => {
    for (const font of element.querySelectorAll('font')) font.dataset.steady = ''
    return element.querySelectorAll('font').length
  })
  for (let read = 0; read < 2; read += 1) await part.page().waitForResponse(/\/run\//)
  await expect(part.locator('[data-steady]')).toHaveCount(marked)
}

test('a text that is replaced in any way can be removed, preceded and changed', async ({
  page,
}) => {
  await visit(page, '/about')
  const seen = await page.evaluate(async () => {
    const make = (name: string, text?: string) => {
      const element = document.createElement(name)
      if (text) element.textContent = text
      return element
    }
    const ways: Record<string, (text: Text) => void> = {
      replaced: (text) => text.replaceWith(make('font', 'केक')),
      'put before, then removed': (text) => {
        text.before(make('font', 'केक'))
        text.remove()
      },
      'put after, then removed': (text) => {
        text.after(make('font', 'केक'))
        text.remove()
      },
      'in two': (text) => text.replaceWith(make('font', 'के'), make('font', 'क')),
      'in two, one by one': (text) => {
        text.before(make('font', 'के'))
        text.before(make('font', 'क'))
        text.remove()
      },
      wrapped: (text) => {
        const font = make('font')
        text.replaceWith(font)
        font.append(text)
      },
      'in place': (text) => {
        text.data = 'केक'
      },
      'translated, then shown as it was': (text) => {
        const font = make('font', 'केक')
        text.replaceWith(font)
        font.replaceWith(text)
      },
      removed: (text) => text.remove(),
    }
    const results: [string, ...string[]][] = []
    for (const [name, replace] of Object.entries(ways)) {
      const own: string[] = []
      for (const act of ['preceded', 'removed', 'changed']) {
        const parent = make('p')
        const [before, text, after] = [new Text('1 '), new Text('2 '), new Text('3')] as const
        parent.append(before, text, after)
        document.body.append(parent)
        for (const one of [before, text, after]) replace(one)
        await Promise.resolve()
        if (act === 'preceded') parent.insertBefore(make('b', '!'), text)
        if (act === 'removed') parent.removeChild(text)
        if (act === 'changed') text.nodeValue = '4 '
        await Promise.resolve()
        own.push(parent.textContent)
        parent.remove()
      }
      results.push([name, ...own])
    }
    return results
  })
  const cake = 'केक'
  const asReplaced = [`${cake}!${cake}${cake}`, `${cake}${cake}`, `${cake}4 ${cake}`]
  expect(seen).toEqual([
    ['replaced', ...asReplaced],
    ['put before, then removed', ...asReplaced],
    ['put after, then removed', ...asReplaced],
    ['in two', ...asReplaced],
    ['in two, one by one', ...asReplaced],
    ['wrapped', '1 !2 3', '1 3', '1 4 3'],
    ['in place', ...asReplaced],
    ['translated, then shown as it was', '1 !2 3', '1 3', '1 4 3'],
    ['removed', '!', '', ''],
  ])
})
