import { nul, rows, type Scenario } from './scenario.ts'
import type { World } from './scenario-world.ts'

/** Refusals of the calls about mails. */
export function refusedMails({ deadLetterId }: World): Scenario[] {
  const again = (body: object) => ({ who: 'admin' as const, body })
  return [
    ...rows('POST /mails/again', [
      ['a customer', { who: 'asha', body: { ids: [deadLetterId] } }, 403],
      ['what is on its way again', again({ ids: [deadLetterId] }), 409],
      ['a mail that is none', again({ ids: ['none'] }), 409],
      ['no mail', again({ ids: [] }), 422, ['ids']],
      ['too many at once', again({ ids: Array(101).fill('none') }), 422, ['ids']],
      ['some and all', again({ ids: [deadLetterId], all: true }), 422, ['ids']],
      ['not all', again({ all: false }), 422, ['all']],
      ['a NUL in an id', again({ ids: [nul] }), 422, ['ids.0']],
    ]),
  ]
}
