import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'

/** Leads to the mails that could not be sent; nothing where there are none. */
export function DeadLetterHint({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Link
      to="/admin/outbox?status=dead"
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-chilli underline underline-offset-3"
    >
      <TriangleAlert size={18} aria-hidden="true" />
      {count === 1 ? '1 mail could not be sent' : `${count} mails could not be sent`}
    </Link>
  )
}
