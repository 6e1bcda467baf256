// The service worker of a colleague's phone: it shows what the shop tells, and stores no page. As built it imports nothing.

export {}

/** TypeScript knows either service workers or pages. */
declare const registration: ServiceWorkerRegistration
declare const clients: { openWindow(path: string): Promise<unknown> }
interface WorkerEvent extends Event {
  /** Of a push. */
  data: { json(): { title: string; body: string; path: string; tag: string } } | null
  /** That was pressed. */
  notification: Notification
  waitUntil(work: Promise<unknown>): void
}

addEventListener('push', (event) => {
  const pushed = event as WorkerEvent
  if (!pushed.data) return
  const { title, body, path, tag } = pushed.data.json()
  const look = { body, tag, data: path, icon: '/icon-192.png' }
  pushed.waitUntil(registration.showNotification(title, look))
})

addEventListener('notificationclick', (event) => {
  const pressed = event as WorkerEvent
  pressed.notification.close()
  pressed.waitUntil(clients.openWindow(pressed.notification.data))
})
