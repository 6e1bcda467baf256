import { beforeEach, describe, expect, test } from 'vitest'
import { dismissToast, toast, toastList } from './toast.tsx'

beforeEach(() => {
  for (const { id } of toastList.current()) dismissToast(id)
})

const shown = () => toastList.current().map(({ kind, text }) => `${kind} ${text}`)

describe('toast', () => {
  test('toasts are shown in the order they came, and listeners are notified', () => {
    let changes = 0
    const stop = toastList.subscribe(() => {
      changes += 1
    })
    toast.success('Message sent')
    toast.error('Not sent')
    stop()
    toast.info('unheard')
    expect(shown()).toEqual(['success Message sent', 'error Not sent', 'info unheard'])
    expect(changes).toBe(2)
  })

  test('a page takes back what it has said', () => {
    toast.info('Other')
    const dismiss = toast.info('Login first to place order')
    dismiss()
    expect(shown()).toEqual(['info Other'])
  })

  test('the same words are shown once, again', () => {
    toast.info('Login first to place order')
    const [first] = toastList.current()
    toast.info('Login first to place order')
    expect(shown()).toEqual(['info Login first to place order'])
    expect(toastList.current()[0]?.id).not.toBe(first?.id)
  })

  test('each that can be taken back is shown, though the words are the same', () => {
    const undone: number[] = []
    toast.info('Truffle removed', () => undone.push(1))
    toast.info('Truffle removed', () => undone.push(2))
    for (const { undo } of toastList.current()) undo?.()
    expect(undone).toEqual([1, 2])
  })

  test('one can be dismissed, others stay', () => {
    toast.success('a')
    toast.success('b')
    const [a] = toastList.current()
    if (a) dismissToast(a.id)
    expect(shown()).toEqual(['success b'])
  })
})
