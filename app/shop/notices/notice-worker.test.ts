import { expect, it, vi } from 'vitest'

type Listener = (event: object) => void

it('shows what is pushed, once for each tag, and opens its page when it is pressed', async () => {
  const listeners = new Map<string, Listener>()
  const registration = { showNotification: vi.fn(async () => {}) }
  const clients = { openWindow: vi.fn(async () => {}) }
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('registration', registration)
  vi.stubGlobal('clients', clients)
  await import('./notice-worker.ts')

  const push = {
    title: 'New order 1043',
    body: '1 × Truffle',
    path: '/admin/orders/1043',
    tag: 'a',
  }
  const waitUntil = vi.fn()
  listeners.get('push')?.({ data: { json: () => push }, waitUntil })
  expect(registration.showNotification).toHaveBeenCalledExactlyOnceWith(
    push.title,
    expect.objectContaining({ body: push.body, tag: 'a', data: push.path }),
  )
  const notification = { close: vi.fn(), data: push.path }
  listeners.get('notificationclick')?.({ notification, waitUntil })
  expect(notification.close).toHaveBeenCalledOnce()
  expect(clients.openWindow).toHaveBeenCalledExactlyOnceWith('/admin/orders/1043')
  expect(waitUntil).toHaveBeenCalledTimes(2)
  expect([...listeners.keys()]).toEqual(['push', 'notificationclick'])
  vi.unstubAllGlobals()
})
