import { rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

/** Refusals of the calls about mails. */
export function refusedMails({ deadLetterId }: World): Scenario[] {
  const again = (body: object) => ({ who: 'admin' as const, body })
  return [
    ...rows('POST /mails/again', [
      ['what is on its way again', again({ ids: [deadLetterId] }), 409],
      ['a mail that is none', again({ ids: ['none'] }), 409],
      ['some and all', again({ ids: [deadLetterId], all: true }), 422, ['ids']],
    ]),
  ]
}
