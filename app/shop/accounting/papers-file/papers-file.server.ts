import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { documentPaper } from '#shop/papers/paper.ts'
import type { OrderPaper } from '#shop/papers/papers.store.server.ts'
import { drawPapers } from '#shop/papers/print/draw-papers.server.ts'
import { countPapers, papersInBatches } from '../month/month.store.server.ts'
import { boundsOfMonth, type Period } from '../month/month.ts'

/**
 * All papers of a month as one ZIP of PDFs, drawn while it is sent. The audit log and the security log record it.
 *
 * @throws AppError not_found for a month without papers, too_many
 */
export async function papersFile(
  { db, clock, shop, limiter, securityLog }: AppContext,
  { by, month }: { by: Caller; month: string },
): Promise<FileResponse> {
  const period = boundsOfMonth(month)
  const papers = await countPapers(db, period, shop)
  if (papers === 0) throw new AppError('not_found', 'There are no papers in this month.')
  // Drawing takes CPU time.
  await limiter.attempt('papers-file', by.id)
  const at = clock.now()
  const after = { month, papers }
  await recordAudit(db, {
    at,
    by,
    action: 'export-papers',
    subject: 'money',
    subjectId: month,
    after,
  })
  await securityLog.record({ kind: 'export', userId: by.id, details: { what: 'papers', ...after } })
  const body = makeZip(drawnPapers({ db, shop }, period))
  return { type: 'application/zip', name: `papers-${month}.zip`, body }
}

/** So many are drawn while one is sent. */
const atOnce = 3

/** 'CW/26-27/0000001' is 'CW-26-27-0000001.pdf'. */
async function* drawnPapers({ db, shop }: Pick<AppContext, 'db' | 'shop'>, period: Period) {
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
