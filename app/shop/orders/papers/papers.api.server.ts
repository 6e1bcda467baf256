import type { AppContext } from '#app/context.server.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import { may } from '#shop/accounts/roles.ts'
import { findPapers } from './find-papers.server.ts'
import { generatePdfEndpoint } from './papers.endpoints.ts'

/** The call that answers invoices and credit notes. */
export function serveTaxDocuments(api: Api, deps: AppContext) {
  api.serveFile(generatePdfEndpoint, async ({ query }, { caller }) => {
    // Drawing takes CPU time, so few run at once.
    if (!may(caller.role, 'see-orders')) await deps.limiter.attemptByMany('invoice', caller.id)
    return readPapers(deps, { caller, ...query })
  })
}

/** The PDF of an order's papers, or of all that wait. @throws AppError as `findPapers` */
export async function readPapers(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop'>,
  asked: Parameters<typeof findPapers>[1],
): Promise<FileResponse> {
  const papers = await findPapers(deps, asked)
  // The libraries are large: loaded when first needed.
  const { papersPdf } = await import('./print/draw-paper.server.ts')
  return { type: 'application/pdf', name: 'invoice.pdf', body: papersPdf(papers, deps.clock.now()) }
}
