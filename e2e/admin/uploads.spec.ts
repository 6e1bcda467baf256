import type { Page } from '@playwright/test'
import { packedPng } from '../../test/support/hostile-pictures.ts'
import { signInAsAdmin } from '../support/admin-steps.ts'
import { heading, visit } from '../support/customer-steps.ts'
import { hostileFiles, type PictureFile, photo, scriptSvg } from '../support/pictures.ts'
import { expect, test } from '../support/shop-test.ts'

/** The pictures of the form, in their order. */
function rows(page: Page) {
  return page.getByRole('group', { name: 'Image' }).getByRole('listitem')
}

async function openForm(page: Page) {
  await signInAsAdmin(page)
  await visit(page, '/admin/addcake')
}

/** Those that have arrived have neither a bar nor a fault. */
async function seeArrived(page: Page, count: number) {
  await expect(rows(page)).toHaveCount(count)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(rows(page).getByRole('alert')).toHaveCount(0)
}

test('files that would hurt are each refused with a sentence, and the shop stays up', async ({
  page,
  trouble,
}) => {
  for (const status of [413, 415, 422]) trouble.expect(status, '/cakes/upload')
  const hostile = await hostileFiles()
  await openForm(page)
  // Where the browser does not know what a file is, all of it is the server's to find out.
  const files = hostile.map(({ file }) => (file === scriptSvg.file ? nameless(file) : file))
  await page
    .getByLabel('Choose pictures')
    .setInputFiles([await photo('#008833'), ...files, await photo('#880033')], { timeout: 90_000 })
  for (const [place, { what, sentence }] of hostile.entries()) {
    await expect(
      rows(page)
        .nth(place + 1)
        .getByRole('alert'),
      what,
    ).toHaveText(sentence)
  }
  for (const { what } of hostile) {
    await test.step(what, () => page.getByRole('button', { name: 'Remove picture 2' }).click())
  }
  await seeArrived(page, 2)

  for (const { what, file, status, sentence } of hostile) {
    const answer = await page.request.post('/api/v1/cakes/upload', { multipart: { image: file } })
    expect(answer.status(), what).toBe(status)
    expect(await answer.json(), what).toMatchObject({ detail: sentence })
  }
  await page.goto('/')
  await expect(heading(page, /./)).toBeVisible()
})

const nameless = (file: PictureFile) => ({ ...file, name: 'script', mimeType: '' })

test('what the browser can tell is refused before it is sent', async ({ page }) => {
  await openForm(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/upload') && sent.push(request.url()))
  await page.getByLabel('Choose pictures').setInputFiles(scriptSvg.file)
  await expect(rows(page).getByRole('alert')).toHaveText(scriptSvg.sentence)
  expect(sent).toEqual([])
})

test('a photo of more pixels than the shop takes is made smaller', async ({ page }) => {
  await openForm(page)
  const buffer = await packedPng(9300, 6900)
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'a', mimeType: 'image/png', buffer })
  await seeArrived(page, 1)
})

test('two admins send their pictures at the same time', async ({ page, someoneElse }) => {
  const other = await someoneElse()
  await Promise.all([openForm(page), openForm(other)])
  const [ours, theirs] = await Promise.all(
    [
      ['#101010', '#202020', '#303030'],
      ['#404040', '#505050', '#202020'],
    ].map((colours) => Promise.all(colours.map((colour) => photo(colour)))),
  )
  await Promise.all([
    page.getByLabel('Choose pictures').setInputFiles(ours ?? []),
    other.getByLabel('Choose pictures').setInputFiles(theirs ?? []),
  ])
  await Promise.all([seeArrived(page, 3), seeArrived(other, 3)])
})
