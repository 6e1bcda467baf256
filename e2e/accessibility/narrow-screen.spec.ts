import { placeOrder, rasmalai, signInAsAdmin } from '../support/admin-steps.ts'
import { seeNothingTooWide, seeWholeFocusRings } from '../support/barriers.ts'
import { signIn, visit } from '../support/customer-steps.ts'
import { expect, test } from '../support/shop-test.ts'

test.use({ viewport: { width: 320, height: 700 } })

test('the buttons of an order stand in line, and its steps are whole words', async ({ page }) => {
  await signIn(page)
  const { number } = await placeOrder(page, rasmalai, 3)
  await visit(page, '/yourorder')
  const card = page.getByRole('article', { name: `Order ${number}` })
  const left = async (name: string) =>
    (await card.getByRole('button', { name }).boundingBox())?.x ?? 0
  const title = await card.getByRole('heading', { name: `Order ${number}` }).boundingBox()
  expect(await left('Change')).toBeCloseTo(title?.x ?? 0, 0)
  const steps = card.getByRole('list', { name: 'Timeline of the order' })
  const heights = await steps
    .getByText(/^(Placed|Delivered)$/)
    .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().height))
  expect(heights).toHaveLength(2)
  expect(new Set(heights).size).toBe(1)
  await seeNothingTooWide(page)
})

test('the rings of what has the focus are whole in the admin pages', async ({ page }) => {
  await signInAsAdmin(page)
  for (const path of ['/admin', '/admin/orders', '/admin/delivery', '/admin/staff']) {
    await test.step(path, async () => {
      await visit(page, path)
      await seeWholeFocusRings(page)
      await seeNothingTooWide(page)
    })
  }
})
