import type { Page } from '@playwright/test'
import { stringify } from 'csv-stringify/sync'
import { exported, rowsOf, signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { visit } from '../support/customer-steps.ts'

const csvOf = (rows: Record<string, string>[]) => stringify(rows, { header: true })

async function choose(page: Page, name: string, text: string) {
  await page
    .getByLabel('Choose a CSV or Excel file, or drop it here')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
}

function result(page: Page, name: string) {
  return page.getByRole('heading', { level: 3, name })
}

function count(page: Page, label: string) {
  return page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd')
}

async function importIt(page: Page) {
  await page.getByRole('button', { name: 'Import one change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(result(page, 'One change imported')).toBeFocused()
}

test('the export as CSV, with a price changed in it, is tried, imported, and seen at once', async ({
  page,
  bakery,
  someoneElse,
}) => {
  const cake = await bakery.addCake({ name: 'Fig, Honey & "Nut" Cake' })
  const visitor = await someoneElse()
  await visit(visitor, cake.path)
  await expect(visitor.getByRole('main')).toContainText('₹900')
  await signInAsAdmin(page)
  await visit(page, '/admin/catalogue')

  const rows = rowsOf(await exported(page, 'cakes'))
  expect(rows).toHaveLength(31)
  const own = rows.find(({ id }) => id === cake.id)
  expect(own).toMatchObject({ name: cake.name, price: '900', flavours: 'Fig | Honey' })
  await choose(page, 'same.csv', csvOf(rows))
  await expect(result(page, 'same.csv is ready to import')).toBeFocused()
  await expect(page.getByText('There is nothing to import.')).toBeVisible()

  const dearer = rows.map((row) => (row.id === cake.id ? { ...row, price: '₹1,250' } : row))
  await choose(page, 'dearer.csv', csvOf(dearer))
  await expect(result(page, 'dearer.csv is ready to import')).toBeFocused()
  const changes = page.getByRole('region', { name: 'Changes', exact: true }).getByRole('row')
  await expect(changes).toHaveCount(2)
  await expect(changes.nth(1)).toContainText(cake.name)
  await expect(changes.nth(1)).toContainText(/price: 900 → +becomes +1250/)
  await visitor.reload()
  await expect(visitor.getByRole('main')).toContainText('₹900')
  await expect(count(page, 'Unchanged')).toHaveText('30')
  await importIt(page)
  for (const path of [cake.path, '/products?text=nut']) {
    await visit(visitor, path)
    await expect(visitor.getByRole('main'), path).toContainText('₹1,250')
  }
})

test('a file with faults lists them by their rows, and nothing of it is imported', async ({
  page,
  bakery,
  trouble,
}) => {
  trouble.expect(422, '/cakes/import')
  const cake = await bakery.addCake()
  const read = async () => (await bakery.request.get(`/api/v1/cakes/${cake.id}`)).json()
  const before: unknown = await read()
  await signInAsAdmin(page)
  await visit(page, '/admin/catalogue')
  const [example] = rowsOf(await exported(page, 'cakes')).filter(({ id }) => id === cake.id)
  await choose(
    page,
    'faults.csv',
    csvOf([
      { ...example, price: '1000' },
      { ...example, id: '', name: '', egg: 'maybe' },
      { ...example, id: 'Not An Id' },
      {
        ...example,
        id: '',
        name: 'Lost picture',
        image: '/pictures/0123456789abcdef0123/640.webp',
      },
    ]),
  )
  await expect(result(page, 'faults.csv has 4 errors')).toBeFocused()
  const faults = page.getByRole('region', { name: 'Errors', exact: true }).getByRole('row')
  await expect(faults).toHaveText([
    /^Row/,
    /^3 ?name ?Name is required/,
    /^3 ?egg ?Choose Egg or Eggless/,
    /^4 ?id ?An id can have lowercase letters/,
    /^5 ?image ?Picture \/pictures/,
  ])
  await expect(page.getByRole('button', { name: /^Import / })).toHaveCount(0)
  expect(await read()).toEqual(before)

  await choose(page, 'notes.csv', 'Dear baker,\nplease call me back.')
  await expect(result(page, 'notes.csv cannot be imported')).toBeFocused()
})
