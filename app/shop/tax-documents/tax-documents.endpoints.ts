import { z } from 'zod'
import { fileEndpoint } from '#platform/http/endpoint.ts'

export const generatePdfEndpoint = fileEndpoint({
  path: '/orders/generatepdf',
  tag: 'Orders',
  summary: 'Invoices as one PDF',
  description:
    "A page (or more) for every order that the admin's panel shows, for the admin alone; `order` asks for that order's, which its customer may have too. Answers 404 when no order is waiting.",
  access: 'guest',
  query: z.object({ order: z.uuid('There is no such order').optional() }),
  types: ['application/pdf'],
  problems: [403, 404],
})
