import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { FileResponse } from '#platform/http/call-response.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import { may } from '#shop/accounts/roles.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { findPapers } from './find-papers.server.ts'
import { generatePdfEndpoint } from './tax-documents.endpoints.ts'

interface TaxDocumentsDeps {
  db: Database
  clock: Clock
  shop: ShopDetails
  limiter: Limiter
}

/** The call that answers invoices and credit notes. */
export function serveTaxDocuments(api: Api, deps: TaxDocumentsDeps) {
  api.serveFile(generatePdfEndpoint, async ({ query }, { caller }) => {
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await deps.limiter.attemptByMany('invoice', caller.id)
    return readPapers(deps, { caller, ...query })
  })
}

/** The PDF of an order's papers, or of all that wait. @throws AppError as `findPapers` */
export async function readPapers(
  deps: Omit<TaxDocumentsDeps, 'limiter'>,
  asked: Parameters<typeof findPapers>[1],
): Promise<FileResponse> {
  const papers = await findPapers(deps, asked)
  // The libraries are large: loaded when first needed.
  const { papersPdf } = await import('./print/draw-paper.server.ts')
  return { type: 'application/pdf', name: 'invoice.pdf', body: papersPdf(papers, deps.clock.now()) }
}
