import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { ofOwnAccount } from '../account/account.endpoints.ts'
import { addressEntrySchema, savedAddressSchema } from './saved-address.schema.ts'
import { maxAddresses } from './saved-address.ts'

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
  ...ofOwnAccount,
  method: 'GET',
  path: '/account/addresses',
  summary: 'Your saved addresses',
  description: 'The default first, then by their labels.',
  response: z.array(savedAddressSchema),
})

export const saveAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses',
  summary: 'Save an address',
  description: `409 when ${maxAddresses} are saved.`,
  body: entry,
  response: savedAddressSchema,
  problems: [409],
})

export const changeAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses/change',
  summary: 'Change a saved address',
  description: 'Orders that were placed keep the address they were placed with.',
  body: entry.extend({ id }),
  response: savedAddressSchema,
  problems: [404],
})

export const deleteAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses/delete',
  summary: 'Delete a saved address',
  description: 'Orders that were placed keep it.',
  body: z.object({ id }),
  response: messageSchema,
  problems: [404],
})
