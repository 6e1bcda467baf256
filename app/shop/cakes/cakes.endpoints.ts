import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { cakeIdSchema, cakeSchema } from './cake.schema.ts'

/** How many cakes a page has when only a cursor is given. */
export const cakesPerPage = 24

export const allCakesEndpoint = endpoint({
  method: 'GET',
  path: '/cakes/allcakes',
  tag: 'Cakes',
  summary: 'The catalogue',
  description:
    'Every cake. With `limit` or `cursor` a page of them, by id; the header `Link` with rel="next" leads to the next page, and is missing on the last.',
  access: 'anyone',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    cursor: cakeIdSchema.optional(),
  }),
  answer: z.array(cakeSchema),
})

export const cakeEndpoint = endpoint({
  method: 'GET',
  path: '/cakes/{id}',
  tag: 'Cakes',
  summary: 'One cake',
  description: '404 when there is no such cake.',
  access: 'anyone',
  params: z.object({ id: cakeIdSchema }),
  answer: cakeSchema,
  problems: [404],
})
