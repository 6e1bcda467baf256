import { Mail } from 'lucide-react'
import { call } from '#platform/http/api-client.ts'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { OpenProblem } from '../detail/order-detail.ts'
import type { AnswerProblem } from './answer-problem.server.ts'

interface ProblemNoticeProps {
  problem: OpenProblem
  /** Of the customer, for the answer. */
  email: string
  /** Runs after it is answered: the button is gone then. */
  onDone: () => void
}

export function ProblemNotice({ problem, email, onDone }: ProblemNoticeProps) {
  const { busy, run } = useReloadingAction()

  const save = (isAnswered: boolean) =>
    call<AnswerProblem>('POST /orders/problem', {
      body: { problem: problem.id, isAnswered },
    })

  async function answer() {
    const failure = await run(
      () => save(true),
      () => save(false),
    )
    if (!failure) onDone()
  }

  return (
    <div className="grid gap-3 text-sm">
      <p className="max-w-prose wrap-anywhere">
        <UserText lines translate="yes">
          {problem.message}
        </UserText>
      </p>
      <p className="text-cocoa-soft">
        Reported <Moment at={problem.createdAt} />
      </p>
      <div className="flex flex-wrap gap-2">
        <a
          href={`mailto:${encodeURIComponent(email)}`}
          className={buttonLook({ variant: 'secondary', size: 'small' })}
        >
          <Mail size={18} aria-hidden="true" />
          Reply by email
        </a>
        <Button size="small" busy={busy} onClick={() => void answer()}>
          Mark as answered
        </Button>
      </div>
      <NeedsScript>Marking it as answered needs JavaScript.</NeedsScript>
    </div>
  )
}
