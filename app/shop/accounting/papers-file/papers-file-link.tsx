import { Download } from 'lucide-react'
import { fileUrl, saveFile } from '#platform/http/api-client.ts'
import { useAction } from '#shop/values/use-action.ts'
import { buttonLook } from '#ui/button.tsx'
import { Spinner } from '#ui/loading.tsx'
import type { papersFileEndpoint } from '../accounting.endpoints.ts'

/** Saves all papers of a month as one file; without JavaScript it is a link. */
export function PapersFileLink({ month }: { month: string }) {
  const { busy, run } = useAction()
  const address = fileUrl<typeof papersFileEndpoint>('/money/papers', { query: { month } })
  return (
    <a
      href={address}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!busy) void run(() => saveFile(address, `papers-${month}.zip`))
      }}
      className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
    >
      {busy ? <Spinner /> : <Download size={18} aria-hidden="true" />}
      <span>All papers as PDFs (ZIP)</span>
    </a>
  )
}
