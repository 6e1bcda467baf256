import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { documentPaper } from '#shop/papers/paper.ts'
import type { OrderPaper } from '#shop/papers/papers.store.server.ts'
import { drawPapers } from '#shop/papers/print/draw-papers.server.ts'
import { monthSchema } from '../month/month.schema.ts'
import { countPapers, papersInBatches } from '../month/month.store.server.ts'
import { boundsOfMonth, type Period } from '../month/month.ts'

const papersFileEndpoint = fileEndpoint({
  path: '/money/papers',
  tag: 'Money',
  summary: 'All papers of a month',
  description:
    'A ZIP of PDFs, one for each invoice and credit note, named by its serial. It is drawn while it is sent. 404 for a month without papers.',
  access: 'see-money',
  recentPassword: true,
  query: z.object({ month: monthSchema }),
  types: ['application/zip'],
  problems: [404],
})

export type DownloadPapers = typeof papersFileEndpoint

export function servePapersFile(api: Api, shop: AppContext) {
  api.serveFile(papersFileEndpoint, async ({ query: { month } }, { caller: by }) => {
    const period = boundsOfMonth(month)
    const papers = await countPapers(shop.db, period, shop.shop)
    if (papers === 0) throw new AppError('not_found', 'There are no papers in this month.')
    // Drawing takes CPU time.
    await shop.limiter.attempt('papers-file', by.id)
    const at = shop.clock.now()
    const after = { month, papers }
    const entry = { at, by, action: 'export-papers', subject: 'money', subjectId: month } as const
    await recordAudit(shop.db, { ...entry, after })
    const details = { what: 'papers', ...after }
    await shop.securityLog.record({ kind: 'export', userId: by.id, details })
    const body = makeZip(drawnPapers(shop, period))
    return { type: 'application/zip', name: `papers-${month}.zip`, body }
  })
}

/** So many are drawn while one is sent. */
const atOnce = 3

/** 'CW/26-27/0000001' is 'CW-26-27-0000001.pdf'. */
async function* drawnPapers({ db, shop }: AppContext, period: Period) {
  const drawn = Readable.from(papersInBatches(db, period, shop))
    .flatMap((batch: OrderPaper[]) => batch)
    .map(drawnPaper, { concurrency: atOnce }) as AsyncIterable<
    Awaited<ReturnType<typeof drawnPaper>>
  >
  for await (const file of drawn) {
    try {
      yield file
    } catch {
      // client-zip throws here when its reader has left.
      return
    }
  }
}

async function drawnPaper(paper: OrderPaper) {
  return {
    name: `${paper.serial.replaceAll('/', '-')}.pdf`,
    lastModified: paper.issuedAt,
    input: await drawPapers([documentPaper(paper)]),
  }
}
