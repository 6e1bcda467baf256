import { useCallback } from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Handed along with a way to another page on which nothing is to be asked: `navigate(to, { state: letGo })`. */
export const letGo = 'let-go'

/** Asks before another page takes the place of one that has something unsaved on it. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        unsaved &&
        currentLocation.pathname !== nextLocation.pathname &&
        nextLocation.state !== letGo,
      [unsaved],
    ),
  )
  useBeforeUnload(useCallback((event) => unsaved && event.preventDefault(), [unsaved]))
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
      danger
    >
      <p>What you have written here will be gone.</p>
    </ConfirmDialog>
  )
}
