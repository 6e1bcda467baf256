import {
  addCake,
  cartWith,
  goToCheckout,
  heading,
  newCustomer,
  signIn,
  toast,
  visit,
} from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'
import { cartKey, customLine, storeCart, storedCart } from '../support/stored-cart.ts'

const truffle = 'Chocolate Truffle Cake'

test('the cart survives a reload and is the same in another tab', async ({ page, context }) => {
  await addCake(page, 'chocolate-truffle-cake', { pieces: 2, nameOnCake: 'Asha' })
  await page.reload()
  const line = page.getByRole('row', { name: truffle })
  await expect(line).toContainText('Asha')
  await expect(cartWith(page, 2)).toBeVisible()

  const other = await context.newPage()
  await visit(other, '/cart')
  await other
    .getByRole('group', { name: `Quantity of ${truffle}` })
    .getByRole('button', { name: 'One more' })
    .click()
  await expect(cartWith(other, 3)).toBeVisible()
  await expect(cartWith(page, 3)).toBeVisible()
})

test('an empty cart says so before the page listens, and no other', async ({ page }) => {
  const nothing = { contentType: 'text/javascript', body: '' }
  await page.route('**/assets/*.js', (route) => route.fulfill(nothing))
  await page.goto('/cart')
  const noItem = page.getByRole('heading', { name: 'No Item In Cart' })
  await expect(noItem).toBeVisible()
  await expect(page.getByText('User, Login first')).toBeVisible()
  await storeCart(page, JSON.stringify({ cart: [customLine] }))
  await page.reload()
  await expect(page.getByText('Loading your cart…')).toBeVisible()
  await expect(noItem).toBeHidden()
})

test('two taps, two buttons and two keys add one cake', async ({ page }) => {
  await visit(page, '/singleproduct/walnut-brownie')
  const { promise: cartPage, resolve: bringCart } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await cartPage
    await route.continue()
  })
  const add = page.getByRole('button', { name: 'Add To Cart' })
  await add.dblclick()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await add.click({ force: true })
  await page.getByLabel('Name on cake').press('Enter')
  // Not even in one task, before the page can draw that it is busy.
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[form=add-to-cart]'))
      button.click()
  })
  bringCart()
  await expect(heading(page, 'Your cart')).toBeVisible()
  await expect(cartWith(page, 1)).toBeVisible()
})

test('a browser without storage has a cart while the page is open, and says whom to call', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await signIn(page)
  await addCake(page, 'walnut-brownie')
  await expect(cartWith(page, 1)).toBeVisible()
  await expect(page.getByText(/keeps nothing for this site.*call us: \+91 /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to checkout' })).toBeDisabled()
})

test('a browser that blocks cookies says so, and is not led in a circle', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} })
  })
  await addCake(page, 'walnut-brownie')
  const sentence = page.getByRole('main').getByText(/Allow cookies .* call us: \+91 /)
  await expect(sentence).toBeVisible()
  await page.getByRole('button', { name: 'Proceed to checkout' }).click()
  const guest = page.getByRole('region', { name: 'Order as guest' })
  await guest.getByLabel('Name').fill('Asha Rao')
  await guest.getByLabel('Email for this order').fill(newCustomer().email)
  await guest.getByLabel('MobileNo').fill('9876543210')
  await guest.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(sentence).toBeVisible()
  await expect(guest.getByLabel('Name')).toHaveValue('Asha Rao')
})

test('same cake and name add up, another name is another line', async ({ page }) => {
  await addCake(page, 'chocolate-truffle-cake', { nameOnCake: 'Asha' })
  await addCake(page, 'chocolate-truffle-cake', { nameOnCake: 'Asha' })
  await addCake(page, 'chocolate-truffle-cake', { nameOnCake: 'Ravi' })
  await expect(page.getByRole('row', { name: truffle })).toHaveCount(2)
  await expect(page.getByRole('row', { name: 'Asha' })).toContainText('₹850')
  await expect(cartWith(page, 3)).toBeVisible()
})

test('more than the stock is reported, and checkout waits until it is lowered', async ({
  page,
}) => {
  await signIn(page)
  await addCake(page, 'three-tier-wedding-cake', { pieces: 6 })
  await expect(toast(page, 'Only 5 can be ordered at once')).toBeVisible()
  await expect(cartWith(page, 5)).toBeVisible()
  const quantity = page.getByRole('group', { name: 'Quantity of Three-Tier Ivory Wedding Cake' })
  await quantity.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Reduce the quantity to continue.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Proceed to checkout' })).toBeDisabled()
  await quantity.getByRole('button', { name: 'One less' }).click()
  await goToCheckout(page)
})

test('lines are removed one by one and all together', async ({ page }) => {
  await addCake(page, 'chocolate-truffle-cake')
  await addCake(page, 'walnut-brownie', { pieces: 3 })
  await expect(page.getByRole('row', { name: 'Walnut Fudge Brownie' })).toContainText('₹360')
  await page.getByRole('button', { name: `Remove ${truffle}` }).click()
  await expect(page.getByRole('row', { name: truffle })).toBeHidden()
  await expect(heading(page, 'Your cart')).toBeFocused()

  await page.getByRole('button', { name: `Remove Walnut Fudge Brownie` }).click()
  await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo: Walnut Fudge Brownie removed' }).click()
  await expect(page.getByRole('row', { name: 'Walnut Fudge Brownie' })).toContainText('₹360')
  await expect(heading(page, 'Your cart')).toBeFocused()
  await expect(toast(page, 'Walnut Fudge Brownie removed')).toBeHidden()

  await page.getByRole('button', { name: 'clear cart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear cart' }).click()
  await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
  await expect(page.getByText('User, Login first')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'continue Shopping' }).click()
  await expect(page).toHaveURL('/products')
})

const line = {
  id: 'x',
  cakeid: 'chocolate-truffle-cake',
  name: truffle,
  category: 'Chocolate',
  flavour: 'Dark chocolate',
  wt: '1',
  amount: 1,
  price: 850,
  stock: 18,
}

const damaged: [what: string, stored: string][] = [
  ['no JSON', '{"cart":[{"id"'],
  ['null', 'null'],
  ['a number', '42'],
  ['text', '"cake"'],
  ['no list', '{"cart":{"0":1}}'],
  ['lines that are none', '{"cart":[null,7,"x",[],{}]}'],
  ['numbers that are none', JSON.stringify({ cart: [{ ...line, price: 'NaN', amount: -3 }] })],
  ['a price without end', '{"cart":[{"cakeid":"a","name":"b","wt":"1","price":1e999}]}'],
  ['nothing', ''],
]

test('a stored cart that is damaged in any way is an empty cart', async ({ page }) => {
  await visit(page, '/cart')
  for (const [what, stored] of damaged) {
    await test.step(what, async () => {
      await storeCart(page, stored)
      await visit(page, '/cart')
      await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
      await expect(cartWith(page, 0)).toBeVisible()
    })
  }
  await addCake(page, 'walnut-brownie')
  await expect(cartWith(page, 1)).toBeVisible()
})

test('the checkout has nothing to order of a damaged cart', async ({ page }) => {
  await signIn(page)
  await visit(page, '/about')
  await storeCart(page, '{"cart":[{"id":"x","price":{}}]}')
  for (const path of ['/shipping', '/confirmOrder', '/order']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: 'No Item In Cart' })).toBeVisible()
  }
})

test('a stored cart of an older shape, or half damaged, keeps what is whole', async ({ page }) => {
  await visit(page, '/about')
  await storeCart(page, JSON.stringify([line, { id: 'broken' }, { ...line, amount: 'many' }]))
  await visit(page, '/cart')
  await expect(page.getByRole('row', { name: truffle })).toHaveCount(1)
  await expect(page.getByRole('row', { name: truffle })).toContainText('₹850')
})

test('the cart is kept under the shop’s own key with its totals', async ({ page }) => {
  await addCake(page, 'chocolate-truffle-cake', {
    flavour: 'Dark chocolate',
    weight: '1',
    pieces: 2,
  })
  expect(cartKey).toBe('cakewala:cart')
  expect(JSON.parse((await storedCart(page)) ?? '')).toMatchObject({
    total_item: 2,
    total_price: 1700,
    shipping_fee: 50,
    cart: [{ id: 'chocolate-truffle-cakeDark chocolate1', amount: 2, isConfirmed: 'processing' }],
  })
})
