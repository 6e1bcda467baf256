export interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
}

/** How long a toast stays, ms; the clock stands still while one is hovered or focused. */
export const toastStay = 5000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: Toast['kind'], text: string) {
  lastId += 1
  // The same words twice would only be read twice.
  change([...toasts.filter((shown) => shown.text !== text), { id: lastId, kind, text }])
}

/** Tells the visitor something in passing, from anywhere in the browser: `toast.success('Message sent')`. */
export const toast = {
  success: (text: string) => show('success', text),
  info: (text: string) => show('info', text),
  error: (text: string) => show('error', text),
}

export function dismissToast(id: number) {
  change(toasts.filter((shown) => shown.id !== id))
}

/** The toasts now shown, for `useSyncExternalStore`. */
export const toastList = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => toasts,
}
