import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { may } from '#shop/accounts/permissions.ts'
import { useSession } from '#shop/accounts/session.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { eyeIcon, eyeOffIcon, Icon, trashIcon } from '#ui/icon.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { pencilIcon } from '#ui/more-icons.ts'
import { toast } from '#ui/toast.tsx'
import type { Cake } from '../../cake.schema.ts'
import type { AdminCake } from '../cake-input.schema.ts'
import type { RemoveCake, ShowCake } from '../edit-cakes.server.ts'

/** Other staff see no tools. */
const useMayEdit = () => may(useSession()?.role ?? 'customer', 'edit-cakes')

interface DeleteCakeProps {
  cake: Pick<Cake, 'id' | 'name'>
  /** A round button with a bin on cards, words elsewhere. */
  look: 'icon' | 'words'
  /** Runs after deleting. By default the page's data is loaded again and the focus moves to the next cake. */
  onDeleted?: () => void
  className?: string
}

export function DeleteCake({ cake, look, onDeleted, className = '' }: DeleteCakeProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()
  const button = useRef<HTMLSpanElement>(null)
  const mayEdit = useMayEdit()

  async function refreshList() {
    const near = focusTarget(button.current)
    await revalidate()
    near?.focus()
  }

  async function remove() {
    const problem = await run(async () => {
      await call<RemoveCake>('POST /cakes/deletecake', { body: { id: cake.id } })
      toast.success('Deleted succesfully')
    })
    setIsConfirming(false)
    if (!problem) await (onDeleted ?? refreshList)()
    // Someone else may have deleted it.
    else if (problem.status === 404) await refreshList()
  }

  if (!mayEdit) return null
  return (
    <span ref={button} className={className}>
      {look === 'icon' ? (
        <IconButton
          label={`Delete ${cake.name}`}
          onClick={() => setIsConfirming(true)}
          className="bg-paper/90 text-chilli shadow-soft"
        >
          <Icon path={trashIcon} size={20} />
        </IconButton>
      ) : (
        <Button variant="plain" size="small" wide onClick={() => setIsConfirming(true)}>
          <Icon path={trashIcon} size={17} />
          Delete<span className="sr-only"> {cake.name}</span>
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => void remove()}
        title={`Delete ${cake.name}?`}
        confirmLabel="Delete"
        cancelLabel="Keep cake"
        danger
        busy={busy}
      >
        <p>
          It will be removed for good. Existing orders stay as they are. To only take it off the
          shop, hide it instead.
        </p>
      </ConfirmDialog>
    </span>
  )
}

/** Gets the focus after an item of a list is removed: the link of the next item or the previous one, or the page. */
function focusTarget(inside: HTMLElement | null): HTMLElement | null {
  const item = inside?.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  return neighbour?.querySelector('a') ?? document.querySelector('main')
}

export function CakeTools({ cake }: { cake: Pick<Cake, 'id' | 'name'> }) {
  const navigate = useNavigate()
  if (!useMayEdit()) return null
  return (
    <div className="-mx-4 flex">
      <ButtonLink variant="plain" size="small" to={`/admin/cakes/${cake.id}`}>
        <Icon path={pencilIcon} size={17} />
        Edit
      </ButtonLink>
      <DeleteCake cake={cake} look="words" onDeleted={() => void navigate('/products')} />
    </div>
  )
}

interface HideCakeProps {
  cake: Pick<AdminCake, 'id' | 'name' | 'hidden'>
  /** Called with the new `updatedAt` of the cake. */
  onChanged?: (updatedAt: string) => void
}

/** Hides a cake from the shop, or shows it again; either can be undone. */
export function HideCake({ cake: { id, name, hidden }, onChanged }: HideCakeProps) {
  const { busy, run } = useReloadingAction()
  const icon = hidden ? eyeIcon : eyeOffIcon

  async function save(isHidden: boolean) {
    const body = { id, hidden: isHidden }
    const response = await call<ShowCake>('POST /cakes/showcake', { body })
    onChanged?.(response.updatedAt)
    return response
  }

  return (
    <Button
      variant="plain"
      size="small"
      busy={busy}
      onClick={() =>
        void run(
          () => save(!hidden),
          () => save(hidden),
        )
      }
    >
      {!busy && <Icon path={icon} size={17} />}
      <span>{hidden ? 'Show' : 'Hide'}</span>
      <span className="sr-only"> {name}</span>
    </Button>
  )
}
