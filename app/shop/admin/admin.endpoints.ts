import { z } from 'zod'
import { endpoint, fileEndpoint } from '#platform/http/endpoint.ts'
import { roles } from '#shop/accounts/roles.ts'
import { orderFilterQuery } from '#shop/admin-orders/order-search.schema.ts'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isShortUserText, shortUserText } from './users/user-search.ts'

/** How many accounts a request without parameters gets. */
export const newestUsers = 500
/** The default limit of a page. */
export const usersPerPage = 50

const q = z
  .string()
  .max(maxSearchText)
  .transform(tidySearch)
  .refine((text) => !isShortUserText(text), shortUserText)
  .optional()
  .describe('At least 3 letters of a name, email or mobile number')

export const allUsersEndpoint = endpoint({
  method: 'GET',
  path: '/users/allusers',
  tag: 'Users',
  summary: 'All users',
  description: `Without parameters the newest ${newestUsers} accounts. With any of them a page of those that match, newest first; the header \`Link\` with rel="next" leads to older ones, and is missing on the last page.`,
  access: 'see-users',
  query: z.object({
    q,
    limit: z.coerce.number().int().min(1).max(newestUsers).optional(),
    cursor: z.string().min(1).max(100).optional().describe('Only accounts older than this id'),
  }),
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      mobileno: z.string().nullable(),
      date: z.string().nullable().describe('Birthdate, YYYY-MM-DD'),
      isAdmin: z.boolean(),
      role: z.enum(roles),
      createdAt: z.string(),
    }),
  ),
})

export const exportUsersEndpoint = fileEndpoint({
  path: '/users/export',
  tag: 'Users',
  summary: 'Export users',
  description:
    'Accounts as CSV (UTF-8 with a byte order mark), newest first, a row each, with how many orders they have placed, the day of the last and what all of them are charged, in rupees. After them, by email, who ordered without an account, with the role `guest`: a row for each email, with what was typed last; nobody has proved that it is theirs. The header `X-Total-Rows` says how many there are. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'see-users',
  recentPassword: true,
  query: z.object({ q }),
  types: ['text/csv'],
})

export const exportOrdersEndpoint = fileEndpoint({
  path: '/orders/export',
  tag: 'Admin orders',
  summary: 'Export orders',
  description:
    'Placed orders as CSV (UTF-8 with a byte order mark), newest first, a row for each item; amounts in rupees, times in India. The first row of an order has its amounts: what was paid, taken and refunded (in cash and by UPI too), and the tax that its papers print, less its credit notes. The header `X-Total-Rows` says how many rows there are. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'export-orders',
  recentPassword: true,
  query: orderFilterQuery,
  types: ['text/csv'],
})

const filter = z.string().max(254).optional()

export const exportSecurityEndpoint = fileEndpoint({
  path: '/security/export',
  tag: 'Users',
  summary: 'Export the security log',
  description:
    'Entries of the last 90 days as CSV (UTF-8 with a byte order mark), newest first. The header `X-Total-Rows` says how many there are. A filter that is not valid is left out.',
  access: 'see-security',
  recentPassword: true,
  query: z.object({ kind: filter, account: filter, network: filter }),
  types: ['text/csv'],
})
