import { streamOf } from '#platform/csv.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { photoKey } from '#shop/orders/photos/read-photo.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import type { PersonalData } from './personal-data.store.server.ts'

/** A page to read, with the pictures in it. It is streamed, because it may be large. */
export function dataPage(data: PersonalData, files: FileStore, shopName: string) {
  return streamOf(encoded(pieces(data, files, shopName)))
}

async function* encoded(texts: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

async function* pieces({ account, ...lists }: PersonalData, files: FileStore, shopName: string) {
  const title = `Your data at ${escapeHtml(shopName)}`
  yield `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><main><h1>${title}</h1>`
  yield section('account', [account])
  if (!account.emailVerified) yield `<p>${unverified}</p>`
  for (const [name, rows] of Object.entries(lists)) yield section(name, rows)
  yield '<h2>Designs</h2>'
  const paths = new Set(lists.items.flatMap(({ customize, image }) => (customize ? image : [])))
  for (const path of paths) {
    const id = pictureIdFromPath(path)
    const key = id && fileKey(picturePath(id, 960, 'webp'))
    yield await picture('Your design', { key, name: path, files })
  }
  yield '<h2>Pictures of your orders</h2>'
  for (const { file } of lists.photos) {
    yield await picture('Your order', { key: photoKey(file), name: file, files })
  }
  yield '</main></html>'
}

const unverified =
  'Messages, the newsletter and pincodes that you asked for are listed only when you have shown that this email is yours: set a new password by the link we email you, and download again.'

const style =
  'body{font:16px/1.5 sans-serif;color:#3b2a25;margin:0}main{max-width:60rem;margin:auto;padding:1rem}dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem;border-top:1px solid #ddd;padding-top:.75rem}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}img{max-width:100%;margin:.5rem 0;display:block}'

function section(name: string, rows: readonly object[]): string {
  const lists = rows.map((row) => `<dl>${Object.entries(row).map(line).join('')}</dl>`)
  return `<h2>${words(name)}</h2>${lists.join('') || '<p>Nothing is kept.</p>'}`
}

function line([name, value]: [string, unknown]): string {
  if (name.endsWith('Paise')) {
    return `<dt>${words(name.slice(0, -'Paise'.length))}</dt><dd>₹${(Number(value) / 100).toFixed(2)}</dd>`
  }
  return `<dt>${words(name)}</dt><dd>${escapeHtml(textOf(value))}</dd>`
}

function textOf(value: unknown): string {
  if (value === null || value === '') return '–'
  return value instanceof Date ? value.toISOString() : String(value)
}

/** 'deliveryAt' → 'Delivery at'. */
function words(name: string): string {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

interface ShownPicture {
  /** Of its file; null if the name is not that of a picture. */
  key: string | null
  name: string
  files: FileStore
}

async function picture(alt: string, { key, name, files }: ShownPicture): Promise<string> {
  const bytes = key && (await files.get(key))
  if (!bytes) return `<p>${escapeHtml(name)} is gone.</p>`
  return `<img alt="${alt}" src="data:image/webp;base64,${Buffer.from(bytes).toString('base64')}">`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
