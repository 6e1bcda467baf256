import { z } from 'zod'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { monthPattern } from './month/month.ts'
import { gstSectionNames } from './returns/gst-sections.ts'

const tag = 'Money'
const month = z.string().regex(monthPattern, 'Enter a month, such as 2026-11')

export const returnFileEndpoint = fileEndpoint({
  path: '/money/return',
  tag,
  summary: 'A part of the return of a month',
  description:
    'As CSV (UTF-8 with a byte order mark), with the columns of the offline tool of GSTR-1; amounts in rupees. `cmp-08` are the sums of the quarter of that month, for a composition dealer.',
  access: 'see-money',
  query: z.object({ month, section: z.enum([...gstSectionNames, 'cmp-08']) }),
  types: ['text/csv'],
})

export const papersFileEndpoint = fileEndpoint({
  path: '/money/papers',
  tag,
  summary: 'All papers of a month',
  description:
    'A ZIP of PDFs, one for each invoice and credit note, named by its serial. It is drawn while it is sent. 404 for a month without papers.',
  access: 'see-money',
  recentPassword: true,
  query: z.object({ month }),
  types: ['application/zip'],
  problems: [404],
})
