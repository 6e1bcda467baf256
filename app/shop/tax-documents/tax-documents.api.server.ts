import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { may } from '#shop/accounts/roles.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { findInvoices } from './find-invoices.server.ts'
import { makeInvoice } from './invoice.ts'
import { generatePdfEndpoint } from './tax-documents.endpoints.ts'

interface TaxDocumentsDeps {
  db: Database
  clock: Clock
  shop: ShopDetails
  limiter: Limiter
}

/** The call that answers invoices. */
export function serveTaxDocuments(api: Api, deps: TaxDocumentsDeps) {
  api.serveFile(generatePdfEndpoint, async ({ query }, { caller }) => {
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await deps.limiter.attemptByMany('invoice', caller.id)
    const issued = await findInvoices(deps.db, { caller, orderId: query.order })
    // The libraries are large: loaded when first needed.
    const { invoicePdf } = await import('./print/draw-invoice.server.ts')
    const invoices = issued.map((one) => makeInvoice(one, deps.shop))
    return {
      type: 'application/pdf',
      name: 'invoice.pdf',
      body: invoicePdf(invoices, deps.clock.now()),
    }
  })
}
