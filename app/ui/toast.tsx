import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'

interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
}

/** How long a toast is shown, in ms. The time stops while one is hovered or focused. */
const toastMs = 5000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function show(kind: Toast['kind'], text: string) {
  lastId += 1
  // The same text is shown once.
  change([...toasts.filter((shown) => shown.text !== text), { id: lastId, kind, text }])
}

/** Shows the visitor a short message, from anywhere in the browser: `toast.success('Message sent')`. */
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

const none: readonly Toast[] = []
const icons = { success: CircleCheck, info: Info, error: CircleAlert }
const colours = { success: 'text-pistachio', info: 'text-berry', error: 'text-chilli' }

/** Where toasts appear; once per page. The region is always in the page, so that screen readers announce new toasts. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.current, () => none)
  const [isPaused, setPaused] = useState(false)
  return (
    <section
      aria-label="Notifications"
      className="toasts pointer-events-none fixed inset-x-0 bottom-0 z-50 grid justify-items-center gap-2 p-4 md:justify-items-end md:p-6"
    >
      <ul
        aria-live="polite"
        className="pointer-events-auto grid gap-2"
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} isPaused={isPaused} />
        ))}
      </ul>
    </section>
  )
}

function ToastItem({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  const Icon = icons[toast.kind]
  useAutoClose(toast.id, isPaused)
  return (
    <li className="flex max-w-[min(26rem,calc(100vw-2rem))] animate-arrive items-center gap-3 rounded-field bg-paper py-1.5 pr-1.5 pl-4 shadow-lift ring-1 ring-line">
      <Icon size={20} aria-hidden="true" className={`shrink-0 ${colours[toast.kind]}`} />
      <p className="flex-1 text-sm font-medium">{toast.text}</p>
      <IconButton label="Dismiss" className="shrink-0" onClick={() => dismissToast(toast.id)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function useAutoClose(id: number, isPaused: boolean) {
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])
}
