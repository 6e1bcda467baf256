import { z } from 'zod'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'

export const generatePdfEndpoint = fileEndpoint({
  path: '/orders/generatepdf',
  tag: 'Orders',
  summary: 'Invoices as one PDF',
  description:
    "The invoices and credit notes of every order that the admin's panel shows, for the admin alone; `order` asks for those of that order, `document` for that one, which its customer and accountants may have too. An order whose price is not settled has its summary instead, which is no tax document. Answers 404 when no order is waiting.",
  access: 'guest',
  query: z.object({
    order: orderIdSchema.optional(),
    document: z.uuid('There is no such document').optional(),
  }),
  types: ['application/pdf'],
  problems: [403, 404],
})
