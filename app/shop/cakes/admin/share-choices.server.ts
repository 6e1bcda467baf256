import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { categoryLabel } from '../cake-price.ts'
import { lockCake, lockCategoryOf } from './admin-cakes.store.server.ts'
import { changeCakeWithin } from './edit-cakes.server.ts'

const shareChoicesEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/share-choices',
  tag: 'Catalogue',
  summary: 'Give a cake’s choices to its category',
  description:
    'Every cake of its category, hidden ones too, has the same choices afterwards, or none is changed: 422 names the one that contradicts itself. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type ShareChoices = typeof shareChoicesEndpoint

export function serveShareChoices(api: Api, { db, clock, cacheInvalidation }: AppContext) {
  api.serve(shareChoicesEndpoint, ({ body }, { caller: by }) =>
    cacheInvalidation.transaction(db, async (tx, invalidate) => {
      const ids = await lockCategoryOf(tx, body.id)
      const { category, choices } = await lockCake(tx, body.id)
      const change = { tx, invalidate, at: clock.now() }
      for (const id of ids) await changeCakeWithin(change, { by, id, changes: { choices } })
      const message = `All cakes of ${categoryLabel(category)} have these choices: ${ids.length}.`
      return { message }
    }),
  )
}
