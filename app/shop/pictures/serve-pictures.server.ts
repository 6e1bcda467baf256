import { Hono } from 'hono'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { pictureFormats } from './picture-sizes.ts'
import { fileKey } from './pictures.store.server.ts'

const filePattern = new RegExp(`^\\d+\\.(${pictureFormats.join('|')})$`)

/** GET /pictures/{id}/{width}.{format}: ids come from the content, so a file never changes and may be cached for ever. */
export function servePictures(files: FileStore) {
  return new Hono().get('/pictures/:id{[0-9a-z]+}/:file', async (c) => {
    const file = c.req.param('file')
    const bytes = filePattern.test(file) ? await files.get(fileKey(c.req.path)) : null
    if (!bytes) return c.text('There is no such picture.', 404)
    return c.body(bytes, 200, {
      'content-type': `image/${file.split('.')[1]}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
}
