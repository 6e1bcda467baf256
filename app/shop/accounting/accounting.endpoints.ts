import { z } from 'zod'
import { endpoint, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { dayCloseSchema } from './day-close/day-close.schema.ts'
import { monthPattern } from './month/month.ts'
import { gstSectionNames } from './returns/gst-sections.ts'
import { salesGroups } from './sales/sales.ts'

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

export const salesFileEndpoint = fileEndpoint({
  path: '/money/sales',
  tag,
  summary: 'The sales of a month',
  description:
    'What was charged in the month, less what was taken off, as CSV; `by` is what it is added up by. Hour and weekday are those of the order, in India.',
  access: 'see-money',
  query: z.object({ month, by: z.enum(salesGroups) }),
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

export const closeDayEndpoint = endpoint({
  method: 'POST',
  path: '/money/close-day',
  tag,
  summary: 'Close a day',
  description:
    'Records the cash that was counted, beside what riders and the counter have taken. It may be done again: the last count of a day holds. 422 for a day to come, and for a difference without a note.',
  access: 'close-day',
  body: dayCloseSchema,
  response: messageSchema,
})

export const matchStatementEndpoint = uploadEndpoint({
  path: '/money/statement',
  tag,
  summary: 'Match UPI payments with a statement',
  description:
    'Takes a statement of the bank as CSV or Excel workbook, at most 20,000 rows. It marks the UPI payments of which a row has the reference and the amount as a credit, and takes the mark from those that a row has as a debit. Nothing else of it is stored, and the same one again changes nothing. `problems` says why others of the statement do not count. 422 for a file that is no statement, or does not show what came in.',
  access: 'close-day',
  field: 'file',
  maxBytes: 5 * 1024 * 1024,
  response: messageSchema.extend({ problems: z.array(z.string()) }),
})
