import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findMessage, setProblemAnswered } from '#shop/storefront/storefront.store.server.ts'

interface ProblemAnswer {
  caller: Caller
  /** The id of the customer's message. */
  problemId: string
  /** False opens it again. */
  isAnswered: boolean
}

/**
 * Notes that staff have answered a complaint, by mail or on the phone. A complaint is open until then. Repeating it
 * changes nothing.
 *
 * @throws AppError not_found, also for a message that is about no order
 */
export async function answerProblem(
  { db, clock }: AppContext,
  { caller, problemId, isAnswered }: ProblemAnswer,
): Promise<string> {
  await db.transaction(async (tx) => {
    const problem = await findMessage(tx, problemId)
    if (!problem?.orderId) throw new AppError('not_found', 'There is no such complaint.')
    const at = clock.now()
    if (!(await setProblemAnswered(tx, problemId, isAnswered ? at : null))) return
    await recordAudit(tx, {
      at,
      by: caller,
      action: isAnswered ? 'answer-problem' : 'reopen-problem',
      orderId: problem.orderId,
      after: { message: problemId },
    })
  })
  return isAnswered ? 'Marked as answered.' : 'The complaint is open again.'
}
