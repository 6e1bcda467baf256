import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { expect, test } from '../support/bakery.ts'
import { visit } from '../support/customer-steps.ts'
import { photo } from '../support/pictures.ts'

/** Files of made-up cakes, in all the columns of the demo exports of these shop systems. */
async function choose(page: Page, name: string) {
  const buffer = await readFile(new URL(`exports/${name}`, import.meta.url))
  await page
    .getByLabel('Choose a CSV or Excel file, or drop it here')
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: `${name} leaves one question` })).toBeFocused()
}

async function importAll(page: Page, changes: string) {
  await page.getByRole('button', { name: `Import ${changes}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: `${changes} imported` })).toBeFocused()
}

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Changes', exact: true }).getByRole('row', { name })

test('an export of Shopify becomes cakes, which pictures dropped together bring into the shop', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/catalogue')
  await choose(page, 'shopify.csv')
  await expect(page.getByText(/^Left out: Vendor, Variant Inventory/)).toBeVisible()
  await expect(row(page, 'Rose Pistachio Cake')).toContainText(
    '₹900 per kg: 0.5 kg ₹450, 1 kg ₹900',
  )
  await expect(row(page, 'Rose Pistachio Cake')).toContainText('1 kg is ₹850 in the file')
  await expect(row(page, 'Coffee Walnut Cake')).toContainText('egg: not said yet')
  await expect(page.getByRole('button', { name: 'Import 3 changes' })).toHaveCount(0)

  await page.getByLabel('Egg', { exact: true }).selectOption('All with egg')
  await expect(row(page, 'Coffee Walnut Cake')).toContainText('egg: Egg')
  await expect(row(page, 'Rose Pistachio Cake')).toContainText('egg: Eggless')
  await page.getByLabel('Vendor').selectOption('Occasions')
  await expect(page.getByText(/^Left out: Variant Inventory/)).toBeVisible()
  await importAll(page, '3 changes')

  await expect(page.getByText('3 cakes are hidden: no picture yet')).toBeVisible()
  await page
    .getByLabel('Choose pictures, or drop them here')
    .setInputFiles([
      await photo('#802040', 'rose-cut_925x.jpg'),
      await photo('#a04060', 'rose_925x.jpg'),
      await photo('#604020', 'Coffee Walnut Cake 1.jpg'),
      await photo('#204060', 'IMG_0001.jpg'),
    ])
  await expect(page.getByText('2 cakes have pictures now.')).toBeVisible()
  await expect(page.getByText('IMG_0001.jpg: no cake')).toBeVisible()
  await page.getByRole('button', { name: 'Show these 2 cakes in the shop' }).click()
  await expect(page.getByText('2 cakes are shown in the shop.')).toBeVisible()
  await visit(page, '/singleproduct/rose-pistachio-cake')
  await expect(page.getByRole('main')).toContainText('₹450')
  await visit(page, '/admin?cakes=#cakes')
  await expect(page.getByRole('link', { name: 'One cake is hidden: no picture yet' })).toBeVisible()
})

test('an export of WooCommerce is imported once: the second time nothing changes', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await visit(page, '/admin/catalogue')
  await choose(page, 'woocommerce.csv')
  await expect(page.getByText('One row is a group of products')).toBeVisible()
  await expect(row(page, 'Honey Almond Cake')).toContainText('0.5 kg ₹500, 1 kg ₹1,000')
  await expect(row(page, 'Honey Almond Cake')).toContainText('flavours: Honey | Almond')
  await page.getByLabel('Egg', { exact: true }).selectOption('All eggless')
  await importAll(page, '2 changes')

  await page
    .getByLabel('Choose a CSV or Excel file')
    .setInputFiles(new URL('exports/woocommerce.csv', import.meta.url).pathname)
  await expect(page.getByText('There is nothing to import.')).toBeVisible()
  await expect(row(page, 'Jaggery Cake')).toContainText('already has a cake of this name')
  await page.getByLabel('Names in the shop already').selectOption('Add another cake')
  await expect(row(page, 'jaggery-cake-2')).toContainText('New')
})
