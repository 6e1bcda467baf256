import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { streamOf } from '#platform/csv.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { personById } from '#shop/accounts/accounts.store.server.ts'
import { auditActions, securityKinds } from '#shop/audit-log/audit-actions.ts'
import { categoryLabel } from '#shop/cakes/cake-price.ts'
import { photoKey } from '#shop/handling/photos/order-photos.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { capitalised, fieldInWords } from '#shop/values/typed/typed-text.ts'
import words from './data-words.json' with { type: 'json' }
import { findPersonalData, type PersonalData } from './personal-rows.store.server.ts'

const downloadDataEndpoint = fileEndpoint({
  path: '/account/data',
  tag: 'Account',
  summary: 'Download my data',
  description:
    'Everything the shop keeps of the caller: as JSON, or as a page to read with the pictures in it.',
  access: 'signed-in',
  recentPassword: true,
  query: z.object({ as: z.enum(['json', 'page']).default('json') }),
  types: ['application/json', 'text/html'],
})

export type DownloadData = typeof downloadDataEndpoint

export function serveDataDownload(api: Api, shop: AppContext) {
  api.serveFile(downloadDataEndpoint, async ({ query }, { caller }) => {
    const person = await personById(shop.db, caller.id)
    if (!person) throw new Error('a session without an account')
    const data = await findPersonalData(shop.db, person)
    await shop.securityLog.record({ kind: 'data-downloaded', userId: caller.id })
    if (query.as === 'page') {
      const body = streamOf(encoded(pieces(data, shop.files, shop.shop.name)))
      return { type: 'text/html; charset=utf-8', name: 'my-data.html', body }
    }
    return {
      type: 'application/json; charset=utf-8',
      name: 'my-data.json',
      body: JSON.stringify({ account: data.account, ...data.lists }, null, 2),
    }
  })
}

async function* encoded(texts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

/** A page to read, with the pictures in it, in pieces, because it may be large. */
async function* pieces({ account, lists }: PersonalData, files: FileStore, shopName: string) {
  const title = `Your data at ${escapeHtml(shopName)}`
  yield `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><main><h1>${title}</h1>`
  const { orders = [], items = [], photos = [], reviews = [] } = lists
  const names = new Map([
    ...orders.map(({ id, number }) => [String(id), String(number)] as const),
    ...items.map(({ id, name }) => [String(id), String(name)] as const),
  ])
  yield section('account', [account], names)
  if (!account.emailVerified) yield `<p>${unverified}</p>`
  for (const [name, rows] of Object.entries(lists)) yield section(name, rows, names)
  yield '<h2>Designs</h2>'
  const designs = items.flatMap(({ customize, image }) => (customize ? [image] : []))
  for (const path of new Set(designs.flat().map(String))) {
    const id = pictureIdFromPath(path)
    const key = id && fileKey(picturePath(id, 960, 'webp'))
    yield await picture('Your design', key, path, files)
  }
  for (const { pictureId } of reviews.filter((review) => review.pictureId !== null)) {
    const id = String(pictureId)
    yield await picture('Your review', fileKey(picturePath(id, 960, 'webp')), id, files)
  }
  yield '<h2>Pictures of your orders</h2>'
  for (const { file } of photos) {
    const name = String(file)
    yield await picture('Your order', photoKey(name), name, files)
  }
  yield '</main></html>'
}

const unverified =
  'Messages, the newsletter and pincodes that you asked for are listed only when you have shown that this email is yours: set a new password by the link we email you, and download again.'

const style =
  'body{font:16px/1.5 sans-serif;color:#3b2a25;margin:0}main{max-width:60rem;margin:auto;padding:1rem}dl{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:.25rem 1rem;border-top:1px solid #ddd;padding-top:.75rem}dl dl{display:block;border:0;padding:0}dt,dd{overflow-wrap:anywhere}dd{margin:0;white-space:pre-line}img{max-width:100%;margin:.5rem 0;display:block}'

/** What a person knows of an id: the number of their order, the name of their cake. */
type Names = ReadonlyMap<string, string>

function section(name: string, rows: readonly object[], names: Names): string {
  const lists = rows.map((row) => listOf(row, names))
  return `<h2>${labelOf(name, names)}</h2>${lists.join('') || '<p>Nothing is kept.</p>'}`
}

function listOf(row: object, names: Names): string {
  const lines = Object.entries(row)
    .filter(([key]) => !words.hidden.includes(key))
    .map(([key, value]) => `<dt>${labelOf(key, names)}</dt><dd>${shown(key, value, names)}</dd>`)
  return `<dl>${lines.join('')}</dl>`
}

function shown(key: string, value: unknown, names: Names): string {
  if (value === null || value === '') return '–'
  if (value instanceof Date) return formatDateTime(value)
  if (Array.isArray(value)) return value.map((one) => shown(key, one, names)).join(' ') || '–'
  if (typeof value === 'object') return listOf(value, names)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const isMoney = words.money.includes(key) || key.endsWith('Paise')
  if (typeof value === 'number') return isMoney ? formatInr(value) : String(value)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text))
    return (text.includes('T') ? formatDateTime : formatDate)(new Date(text))
  return escapeHtml(names.get(text) ?? (words.coded.includes(key) ? codeText(text) : text))
}

const labels = new Map(Object.entries(words.labels))
const codes = new Map(Object.entries({ ...securityKinds, ...auditActions, ...words.codes }))

function labelOf(key: string, names: Names): string {
  return escapeHtml(labels.get(key) ?? names.get(key) ?? fieldInWords(key))
}

/** 'product_not_received' → 'Product not received'. */
function codeText(code: string): string {
  return codes.get(code) ?? capitalised(categoryLabel(code).replaceAll(/[_-]/g, ' '))
}

/** `key`: of its file; null if the name is not that of a picture. */
async function picture(alt: string, key: string | null, name: string, files: FileStore) {
  const bytes = key && (await files.get(key))
  if (!bytes) return `<p>${escapeHtml(name)} is gone.</p>`
  return `<img alt="${alt}" src="data:image/webp;base64,${Buffer.from(bytes).toString('base64')}">`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
