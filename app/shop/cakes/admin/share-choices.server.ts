import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { categoryLabel } from '../cake-price.ts'
import { findAdminCake, listIdsOfCategory } from './admin-cakes.store.server.ts'
import { changeCake } from './edit-cakes.server.ts'

const shareChoicesEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/share-choices',
  tag: 'Catalogue',
  summary: 'Give a cake’s choices to its category',
  description:
    'Every cake of its category, hidden ones too, has the same choices afterwards. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type ShareChoices = typeof shareChoicesEndpoint

export function serveShareChoices(api: Api, shop: AppContext) {
  api.serve(shareChoicesEndpoint, async ({ body: { id } }, { caller: by }) => {
    const cake = await findAdminCake(shop.db, id)
    if (!cake) throw new AppError('not_found', 'This cake is no longer available.')
    const { category, choices } = cake
    const ids = await listIdsOfCategory(shop.db, category)
    for (const each of ids) await changeCake(shop, { by, id: each, changes: { choices } })
    return { message: `All cakes of ${categoryLabel(category)} have these choices: ${ids.length}.` }
  })
}
