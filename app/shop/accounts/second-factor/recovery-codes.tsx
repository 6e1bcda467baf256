import { Copy, Download, Printer } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  onSaved: () => void
}

export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  return (
    <div className="grid gap-4" data-print="alone">
      <div className="grid gap-1">
        <h3 className="text-lg">Save your recovery codes</h3>
        <p className="text-sm text-cocoa-soft">
          If you lose your phone, one of these lets you in. Each works once. We do not show them
          again.
        </p>
      </div>
      <ol
        aria-label={`Recovery codes for ${email}`}
        className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-card bg-cream p-4 text-base min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" size="small" onClick={() => void copy(codes)}>
          <Copy size={18} aria-hidden="true" />
          Copy
        </Button>
        <Button variant="secondary" size="small" onClick={() => download(codes, email)}>
          <Download size={18} aria-hidden="true" />
          Download
        </Button>
        <Button variant="secondary" size="small" onClick={() => print()}>
          <Printer size={18} aria-hidden="true" />
          Print
        </Button>
      </div>
      <Button className="justify-self-start print:hidden" onClick={onSaved}>
        I have saved them
      </Button>
    </div>
  )
}

async function copy(codes: readonly string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast.success('Recovery codes copied.')
  } catch {
    toast.error('This browser does not let the page copy. Please download or print them.')
  }
}

function download(codes: readonly string[], email: string) {
  const text = `Recovery codes of ${email} at ${location.host}\nEach works once.\n\n${codes.join('\n')}\n`
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href, download: 'recovery-codes.txt' }).click()
  // The browser may read it later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
