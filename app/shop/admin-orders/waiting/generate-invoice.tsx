import { FileText } from 'lucide-react'
import { useState } from 'react'
import { ApiError, apiBase, saveFile } from '#platform/http/api-client.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'

/** Saves the invoices of the orders that wait as one PDF. */
export function GenerateInvoice() {
  const [busy, setBusy] = useState(false)

  async function save() {
    setBusy(true)
    try {
      await saveFile(`${apiBase}/orders/generatepdf`, 'invoice.pdf')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="secondary" size="small" busy={busy} onClick={() => void save()}>
      {!busy && <FileText size={18} aria-hidden="true" />}
      Generate Invoice
    </Button>
  )
}
