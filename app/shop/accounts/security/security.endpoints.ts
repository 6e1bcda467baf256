import { z } from 'zod'
import { fileEndpoint } from '#platform/http/endpoint.ts'

const text = z.string().max(254).optional()

export const exportSecurityEndpoint = fileEndpoint({
  path: '/security/export',
  tag: 'Users',
  summary: 'Export the security log',
  description:
    'Entries of the last 90 days as CSV (UTF-8 with a byte order mark), newest first. The header `X-Total-Rows` says how many there are. A filter that is not valid is left out.',
  access: 'see-security',
  recentPassword: true,
  query: z.object({ kind: text, account: text, network: text }),
  types: ['text/csv'],
})
