import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { dataPage } from './data-page.server.ts'
import { findPersonalData } from './personal-data.store.server.ts'

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
    const data = await findPersonalData(shop.db, caller.id)
    await shop.securityLog.record({ kind: 'data-downloaded', userId: caller.id })
    if (query.as === 'page') {
      const body = dataPage(data, shop.files, shop.shop.name)
      return { type: 'text/html; charset=utf-8', name: 'my-data.html', body }
    }
    return {
      type: 'application/json; charset=utf-8',
      name: 'my-data.json',
      body: JSON.stringify(data, null, 2),
    }
  })
}
