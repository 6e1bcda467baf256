import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#platform/http/api-client.ts'
import { toastList } from '#ui/toast.tsx'
import { sendAndReload, showProblem } from './use-action.ts'

test('a failed call is shown in a toast', () => {
  const problem = { status: 409, title: 'Conflict', detail: 'The order was cancelled.' }
  expect(showProblem(new ApiError(problem))).toBe(problem)
  // The list is the worker's: tests of other files may have left toasts in it.
  expect(toastList.current().at(-1)).toMatchObject({
    kind: 'error',
    text: 'The order was cancelled.',
  })
})

describe('a call that changes the page', () => {
  const texts = () => toastList.current().map(({ text }) => text)

  test('that succeeds shows its message, then loads the page again, and has no problem', async () => {
    const reload = vi.fn(async () => {
      expect(texts().at(-1)).toBe('The day is closed.')
    })
    const send = async () => ({ message: 'The day is closed.' })
    expect(await sendAndReload(send, reload)).toBeNull()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('that fails shows why, loads the page again, and says so: what was typed can stay', async () => {
    const reload = vi.fn(async () => {
      expect(texts().at(-1)).toBe('Please give a reason.')
    })
    const problem = { status: 422, title: 'Invalid', detail: 'Please give a reason.' }
    const send = () => Promise.reject(new ApiError(problem))
    expect(await sendAndReload(send, reload)).toBe(problem)
    expect(reload).toHaveBeenCalledOnce()
  })
})

test('a bug is thrown', () => {
  const bug = new TypeError('not a function')
  expect(() => showProblem(bug)).toThrow(bug)
})
