import { expect, it } from 'vitest'
import {
  problemInHindi,
  type QueuedMove,
  shownStop,
  stateInHindi,
  stateText,
  wrongCodeText,
} from './stop-moves.ts'

const dispatch: QueuedMove = { id: 'a', order: '1', number: 1001, move: 'dispatch' }
const fail: QueuedMove = { id: 'b', order: '1', number: 1001, move: 'fail', reason: 'nobody-in' }
const deliver: QueuedMove = {
  id: 'c',
  order: '1',
  number: 1001,
  move: 'deliver',
  receiver: 'recipient',
  photo: true,
}
const withPicture: QueuedMove = { ...deliver, picture: 'data:image/jpeg;base64,aGk=' }

it.each([
  [[], 'Ready'],
  [[dispatch], 'Out for delivery, not sent yet'],
  [[dispatch, fail], 'Delivery failed, not sent yet'],
  [[dispatch, fail, dispatch], 'Out for delivery, not sent yet'],
  [[dispatch, deliver], 'Delivered, not sent yet'],
  [[dispatch, withPicture], 'Delivered, photo not sent yet'],
])('a ready order with the waiting moves %j is: %s', (waiting, text) => {
  expect(stateText(shownStop('ready', waiting))).toBe(text)
})

it('a move that cannot be made from there waits without effect', () => {
  expect(stateText(shownStop('closed', [fail]))).toBe('Closed, not sent yet')
})

it.each([
  [[], 'तैयार'],
  [[dispatch], 'रास्ते में, अभी भेजा नहीं गया'],
  [[dispatch, withPicture], 'पहुँचा दिया, फ़ोटो अभी नहीं भेजी गई'],
])('a ready order with the waiting moves %j is in Hindi: %s', (waiting, text) => {
  expect(stateInHindi(shownStop('ready', waiting))).toBe(text)
})

it('a status that no rider sees has no Hindi', () => {
  expect(stateInHindi(shownStop('closed', []))).toBe('')
})

it.each([
  [4, 'This is not the code. 4 tries left.', 'कोड गलत है। 4 कोशिशें बाकी हैं।'],
  [1, 'This is not the code. 1 try left.', 'कोड गलत है। 1 कोशिश बाकी है।'],
  [0, 'This is not the code. 0 tries left.', 'कोड गलत है। अब कोई कोशिश बाकी नहीं है।'],
])('a wrong code with %d tries left is said in both languages', (left, text, hindi) => {
  expect([wrongCodeText(left), problemInHindi(wrongCodeText(left))]).toEqual([text, hindi])
})

it('a problem without words in Hindi has none', () => {
  expect(problemInHindi('Order 1001 is baking.')).toBe('')
})
