import { useState } from 'react'
import { ItemFacts } from '#shop/orders/item-facts.tsx'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import type { DecisionProps } from './use-baker-actions.ts'

/** What a dialog needs that judges a customised cake. */
export type ItemDialogProps = DecisionProps & { open: boolean; close: () => void }

/** A text that is asked for, checked, and sent as a decision. */
export function useItemDialog(
  { item, order, decide, close }: ItemDialogProps,
  data: 1 | 2,
  refuse: (text: string) => string | null,
) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  function clear() {
    setText('')
    setError(null)
  }

  return {
    text,
    error: error ?? undefined,
    busy,
    change(next: string) {
      setText(next)
      if (error) setError(refuse(next))
    },
    cancel() {
      clear()
      close()
    },
    async send() {
      const refusal = refuse(text)
      setError(refusal)
      if (refusal) return
      setBusy(true)
      const done = await decide({ itemId: item.id, order, data, msg: text.trim() })
      setBusy(false)
      // What was refused may be sent again as it is.
      if (done) clear()
      close()
    },
  }
}

/** What the customer asked for, to judge it by. */
export function Wish({ item }: Pick<DecisionProps, 'item'>) {
  return (
    <div className="mb-4 flex gap-4">
      <ItemPicture image={item.image} bname={item.bname} />
      <ItemFacts item={item} className="grid min-w-0 content-start gap-0.5" />
    </div>
  )
}
