import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { deleteCakeEndpoint } from '../admin-cakes.endpoints.ts'

interface DeleteCakeProps {
  cake: Pick<Cake, 'id' | 'name'>
  /** A round button with a bin on cards, words elsewhere. */
  look: 'icon' | 'words'
  /** What comes after; else the page is read anew and the focus goes to the cake beside it. */
  onDeleted?: () => void
  className?: string
}

/** Asks once more, then takes the cake out of the catalogue. */
export function DeleteCake({ cake, look, onDeleted, className = '' }: DeleteCakeProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const button = useRef<HTMLSpanElement>(null)

  async function refreshList() {
    const near = besideItem(button.current)
    await revalidate()
    near?.focus()
  }

  async function remove() {
    setBusy(true)
    try {
      await call<typeof deleteCakeEndpoint>('POST /cakes/deletecake', { body: { id: cake.id } })
      toast.success('Deleted succesfully')
      setAsking(false)
      await (onDeleted ?? refreshList)()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      setAsking(false)
      // Someone else may have deleted it.
      if (error.problem.status === 404) await refreshList()
    }
    setBusy(false)
  }

  return (
    <span ref={button} className={`noscript:hidden ${className}`}>
      {look === 'icon' ? (
        <IconButton
          label={`Delete ${cake.name}`}
          onClick={() => setAsking(true)}
          className="bg-paper/90 text-chilli shadow-soft"
        >
          <Trash2 size={20} aria-hidden="true" />
        </IconButton>
      ) : (
        <Button variant="plain" size="small" wide onClick={() => setAsking(true)}>
          <Trash2 size={17} aria-hidden="true" />
          Delete<span className="sr-only"> {cake.name}</span>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
        title={`Delete ${cake.name}?`}
        confirmLabel="Delete"
        cancelLabel="Keep it"
        danger
        busy={busy}
      >
        <p>
          It leaves the shop for good. Orders that have it stay as they are. To take it out of sight
          only, hide it.
        </p>
      </ConfirmDialog>
    </span>
  )
}

/** What can take the focus when an item of a list is gone: the link of the next one or of the one before, or the page. */
function besideItem(inside: HTMLElement | null): HTMLElement | null {
  const item = inside?.closest('li')
  const beside = item?.nextElementSibling ?? item?.previousElementSibling
  return beside?.querySelector('a') ?? document.querySelector('main')
}
