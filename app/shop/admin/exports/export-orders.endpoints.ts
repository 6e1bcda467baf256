import { fileEndpoint } from '#platform/http/endpoint.ts'
import { orderFilterQuery } from '#shop/admin-orders/admin-orders.endpoints.ts'

export const exportOrdersEndpoint = fileEndpoint({
  path: '/orders/export',
  tag: 'Order desk',
  summary: 'Export orders',
  description:
    'Placed orders as CSV (UTF-8 with a byte order mark), newest first, a row for each item; amounts in rupees, times in India. The header `X-Total-Rows` says how many rows there are. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'admin',
  query: orderFilterQuery,
  types: ['text/csv'],
})
