import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createListeners } from './browser-storage.ts'
import { Button, IconButton } from './button.tsx'
import { circleAlertIcon, circleCheckIcon, closeIcon, Icon, infoIcon } from './icon.tsx'

interface Toast {
  id: number
  kind: 'success' | 'info' | 'error'
  text: string
  /** Takes back what the toast says; pressing it dismisses the toast. */
  undo?: () => void
  /** It stays until it is dismissed. */
  lasts?: boolean
}

/** How long a toast is shown, in ms. The time stops while one is hovered or focused. */
const toastMs = 5000

let toasts: readonly Toast[] = []
let lastId = 0
const { notifyAll, subscribe } = createListeners()

function change(next: readonly Toast[]) {
  toasts = next
  notifyAll()
}

function show(kind: Toast['kind'], text: string, { undo, lasts }: Pick<Toast, 'undo' | 'lasts'>) {
  lastId += 1
  const id = lastId
  // The same text is shown once, unless each can be taken back.
  const others = toasts.filter((shown) => shown.undo || shown.text !== text)
  change([...others, { id, kind, text, undo, lasts }])
  return () => dismissToast(id)
}

/**
 * Shows the visitor a short message, from anywhere in the browser: `toast.success('Message sent')`. With `undo` it has a
 * button. `lasting` is for what goes on. Returns what dismisses it.
 */
export const toast = {
  success: (text: string, undo?: () => void) => show('success', text, { undo }),
  info: (text: string, undo?: () => void) => show('info', text, { undo }),
  error: (text: string) => show('error', text, {}),
  lasting: (text: string) => show('info', text, { lasts: true }),
}

export function dismissToast(id: number) {
  change(toasts.filter((shown) => shown.id !== id))
}

/** The toasts now shown, for `useSyncExternalStore`. */
export const toastList = { subscribe, current: () => toasts }

const none: readonly Toast[] = []
const icons = { success: circleCheckIcon, info: infoIcon, error: circleAlertIcon }
const colours = { success: 'text-pistachio', info: 'text-berry', error: 'text-chilli' }

/** Where toasts appear; once per page. The region is always in the page, so that screen readers announce new toasts. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.current, () => none)
  const [isPaused, setPaused] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const side = useSide(list, toasts)
  return (
    <section
      aria-label="Notifications"
      data-side={side}
      className="toasts pointer-events-none fixed inset-x-0 z-50 grid justify-items-center gap-2 px-4 py-2 data-[side=bottom]:bottom-0 data-[side=bottom]:py-4 data-[side=top]:top-0 md:justify-items-end md:px-6 md:data-[side=bottom]:py-6"
    >
      <ul
        ref={list}
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

/** A field with its label and message, or one without. */
const fields = '[data-field], fieldset, input, select, textarea'
/** How far from a field toasts stay, in px. */
const distance = 12

/** Toasts stand at the bottom. Once a field would be below them, they stand over the header until all are gone. */
function useSide(list: RefObject<HTMLElement | null>, toasts: readonly Toast[]) {
  const [side, setSide] = useState<'bottom' | 'top'>('bottom')
  if (toasts.length === 0 && side === 'top') setSide('bottom')

  useEffect(() => {
    if (!list.current || toasts.length === 0 || side === 'top') return
    const { clientWidth, clientHeight } = document.documentElement
    const { top, right, bottom, left } = list.current.getBoundingClientRect()
    const insets = [top, clientWidth - right, clientHeight - bottom, left]
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setSide('top'),
      { rootMargin: insets.map((inset) => `${Math.round(distance - inset)}px`).join(' ') },
    )
    for (const field of document.querySelectorAll(fields)) observer.observe(field)
    return () => observer.disconnect()
  }, [list, toasts, side])

  return side
}

function ToastItem({ toast, isPaused }: { toast: Toast; isPaused: boolean }) {
  useAutoClose(toast.id, isPaused || toast.lasts)
  return (
    <li className="flex max-w-[min(26rem,calc(100vw-2rem))] animate-arrive items-center gap-3 rounded-field bg-paper py-1.5 pr-1.5 pl-4 shadow-lift ring-1 ring-line">
      <Icon path={icons[toast.kind]} size={20} className={`shrink-0 ${colours[toast.kind]}`} />
      <p className="flex-1 text-sm font-medium">{toast.text}</p>
      {toast.undo && <UndoButton toast={toast} undo={toast.undo} />}
      <IconButton label="Dismiss" className="shrink-0" onClick={() => dismissToast(toast.id)}>
        <Icon path={closeIcon} size={18} />
      </IconButton>
    </li>
  )
}

function UndoButton({ toast: { id, text }, undo }: { toast: Toast; undo: () => void }) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Undo: ${text}`}
      className="shrink-0"
      onClick={() => {
        dismissToast(id)
        undo()
      }}
    >
      Undo
    </Button>
  )
}

function useAutoClose(id: number, isPaused = false) {
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(id), toastMs)
    return () => clearTimeout(timer)
  }, [id, isPaused])
}
