import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { cakeIdSchema } from '../cake.schema.ts'
import { cakeChangesSchema, cakeInputSchema } from './cake-input.schema.ts'

const tag = 'Catalogue'

/** The cake and its new state: send it back with the next change. */
const savedCake = messageSchema.extend({ id: cakeIdSchema, updatedAt: z.string() })

export const addCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/addcake',
  tag,
  summary: 'Add a cake',
  description:
    'Adds a cake to the catalogue; its `id` is made from the name. Pictures are uploaded before, by `cakes/upload`. 422 names the fields that are not valid.',
  access: 'edit-cakes',
  body: cakeInputSchema,
  response: savedCake,
})

export const editCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/editcake',
  tag,
  summary: 'Change a cake',
  description:
    'Changes the fields that are sent. With `updatedAt`, as it was read, 409 when the cake was changed since; without it the change is made in any case. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: cakeChangesSchema.extend({ id: cakeIdSchema, updatedAt: z.iso.datetime().optional() }),
  response: savedCake,
  problems: [404, 409],
})

export const showCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/showcake',
  tag,
  summary: 'Hide or show a cake',
  description:
    'A hidden cake is neither shown nor sold; past orders keep it. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema, hidden: z.boolean() }),
  response: savedCake,
  problems: [404],
})

export const deleteCakeEndpoint = endpoint({
  method: 'POST',
  path: '/cakes/deletecake',
  tag,
  summary: 'Delete a cake',
  description:
    'Deletes a cake; orders that have it stay as they are. 404 when there is no such cake.',
  access: 'edit-cakes',
  body: z.object({ id: cakeIdSchema }),
  response: messageSchema,
  problems: [404],
})
