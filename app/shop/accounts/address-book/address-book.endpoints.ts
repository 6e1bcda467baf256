import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { addressEntrySchema, savedAddressSchema } from './saved-address.schema.ts'
import { maxAddresses } from './saved-address.ts'

const tag = 'Account'
const id = z.uuid('There is no such address')

const entry = addressEntrySchema.extend({
  name: addressEntrySchema.shape.name.default(''),
  mobile: addressEntrySchema.shape.mobile.default(''),
  isDefault: z
    .boolean()
    .default(false)
    .describe('A checkout begins with it; the former one does not'),
})

export const addressesEndpoint = endpoint({
  method: 'GET',
  path: '/account/addresses',
  tag,
  summary: 'Your saved addresses',
  description: 'The default first, then by their labels.',
  access: 'signed-in',
  response: z.array(savedAddressSchema),
})

export const saveAddressEndpoint = endpoint({
  method: 'POST',
  path: '/account/addresses',
  tag,
  summary: 'Save an address',
  description: `409 when ${maxAddresses} are saved.`,
  access: 'signed-in',
  body: entry,
  response: savedAddressSchema,
  problems: [409],
})

export const changeAddressEndpoint = endpoint({
  method: 'POST',
  path: '/account/addresses/change',
  tag,
  summary: 'Change a saved address',
  description: 'Orders that were placed keep the address they were placed with.',
  access: 'signed-in',
  body: entry.extend({ id }),
  response: savedAddressSchema,
  problems: [404],
})

export const deleteAddressEndpoint = endpoint({
  method: 'POST',
  path: '/account/addresses/delete',
  tag,
  summary: 'Delete a saved address',
  description: 'Orders that were placed keep it.',
  access: 'signed-in',
  body: z.object({ id }),
  response: messageSchema,
  problems: [404],
})
