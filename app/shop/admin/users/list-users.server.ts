import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { isStaff, roles } from '#shop/accounts/roles.ts'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { type ListedUser, listUsers, usersPage } from '../users.store.server.ts'

export const shortUserText = 'Type at least 3 letters or digits of a name, email or mobile number.'

/** Whether a text is too short to search for. The index needs three letters. */
export function isShortUserText(q: string): boolean {
  return q !== '' && (q.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0) < 3
}

export const userTextSchema = z
  .string()
  .max(maxSearchText)
  .transform(tidySearch)
  .refine((text) => !isShortUserText(text), shortUserText)
  .optional()
  .describe('At least 3 letters of a name, email or mobile number')

/** How many accounts a request without parameters gets. */
const newestUsers = 500
/** The default limit of a page. */
const usersPerPage = 50

const allUsersEndpoint = endpoint({
  method: 'GET',
  path: '/users/allusers',
  tag: 'Users',
  summary: 'All users',
  description: `Without parameters the newest ${newestUsers} accounts. With any of them a page of those that match, newest first; the header \`Link\` with rel="next" leads to older ones, and is missing on the last page.`,
  access: 'see-users',
  query: z.object({
    q: userTextSchema,
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

export function serveUsers(api: Api, shop: AppContext) {
  api.serve(allUsersEndpoint, async ({ query }, { responseHeaders }) => {
    const { q = '', limit, cursor = null } = query
    if (Object.values(query).every((value) => value === undefined)) {
      return (await listUsers(shop.db, { q, after: null }, newestUsers)).map(toResponse)
    }
    const size = limit ?? usersPerPage
    const { users, next } = await usersPage(shop.db, { q, after: cursor }, size)
    if (next) responseHeaders.set('link', nextLink(q, size, next))
    return users.map(toResponse)
  })
}

function toResponse({ birthdate, createdAt, ...user }: ListedUser) {
  return {
    ...user,
    isAdmin: isStaff(user.role),
    date: birthdate,
    createdAt: createdAt.toISOString(),
  }
}

function nextLink(q: string, limit: number, cursor: string): string {
  const query = new URLSearchParams({ ...(q && { q }), limit: String(limit), cursor })
  return `<${apiBase}${allUsersEndpoint.path}?${query}>; rel="next"`
}
