import { expect, it } from 'vitest'
import { showConversation } from '../storefront.store.server.ts'
import { askText, type Reply } from './conversation.ts'

const said = (at: string, fromShop = false): Reply => ({ fromShop, words: 'Words', at })
const message = {
  id: 'id',
  number: 7,
  username: 'Asha',
  email: 'asha@example.in',
  message: 'It is squashed',
  createdAt: new Date('2026-11-01T04:30:00Z'),
  orderId: 'order',
  itemId: null,
  wish: null,
  replies: [],
  answeredAt: null,
}

it.each([
  [{ orderId: null }, 'Question'],
  [{ orderId: null, wish: 'again' }, 'Question'],
  [{ wish: 'answer' }, 'Question'],
  [{ wish: 'again' }, 'Complaint'],
  [{ wish: 'money' }, 'Complaint'],
  // From before customers were asked.
  [{ wish: null }, 'Complaint'],
  [{ itemId: 'item' }, 'Asked back'],
] as const)('of %o is a %s', (about, kind) => {
  expect(showConversation({ ...message, ...about }).kind).toBe(kind)
})

it('begins with its message, by who began it', () => {
  const answer = said('2026-11-02T04:30:00.000Z', true)
  const first = { fromShop: false, words: 'It is squashed', at: '2026-11-01T04:30:00.000Z' }
  expect(showConversation({ ...message, replies: [answer] }).entries).toEqual([first, answer])
  expect(showConversation({ ...message, itemId: 'item' }).entries[0]?.fromShop).toBe(true)
})

const answeredAt = new Date('2026-11-02T04:30:00Z')

it.each([
  [{}, 'Open'],
  [{ answeredAt }, 'Answered'],
  [{ answeredAt, itemId: 'item' }, 'Waits for the customer'],
  [{ itemId: 'item', replies: [said('2026-11-03T04:30:00.000Z')] }, 'Open'],
  [{ answeredAt, itemId: 'item', replies: [said('2026-11-03T04:30:00.000Z')] }, 'Answered'],
])('%o is %s', (is, state) => {
  expect(showConversation({ ...message, ...is }).state).toBe(state)
})

const before = { unanswered: '2026-11-28T00:00:00.000Z', unsettled: '2026-10-31T00:00:00.000Z' }
const late = { ...before, unsettled: '2026-11-01T04:30:00.001Z' }

it.each([
  ['unanswered', {}, before, true],
  ['answered', { answeredAt }, before, false],
  ['with news', { replies: [said('2026-11-28T00:00:00.000Z')] }, before, false],
  ['with news, too old to be open', { replies: [said('2026-11-28T00:00:00.000Z')] }, late, true],
  ['where it is not asked', {}, undefined, false],
] as const)('%s is overdue or not', (_, is, overdue, isOverdue) => {
  expect(showConversation({ ...message, ...is }, overdue).isOverdue).toBe(isOverdue)
})

it('says when the shop asked, and then when it was answered', () => {
  const asked = { ...message, itemId: 'item' }
  expect(askText(showConversation(asked))).toBe('Asked 1 Nov 2026, 10:00 am')
  const replies = [said('2026-11-02T04:30:00.000Z')]
  expect(askText(showConversation({ ...asked, replies }))).toBe('Answered 2 Nov 2026, 10:00 am')
})
