import { expect, test } from 'vitest'
import { ApiError } from '#platform/http/api-client.ts'
import { toastList } from '#ui/toast.tsx'
import { showProblem } from './use-action.ts'

test('a failed call is shown in a toast', () => {
  const problem = { status: 409, title: 'Conflict', detail: 'The order was cancelled.' }
  expect(showProblem(new ApiError(problem))).toBe(problem)
  // The list is the worker's: tests of other files may have left toasts in it.
  expect(toastList.current().at(-1)).toMatchObject({
    kind: 'error',
    text: 'The order was cancelled.',
  })
})

test('a bug is thrown', () => {
  const bug = new TypeError('not a function')
  expect(() => showProblem(bug)).toThrow(bug)
})
