import type { ReactNode } from 'react'
import { Button, buttonLook } from './button.tsx'
import { chatIcon, Icon } from './icon.tsx'
import { copyIcon } from './more-icons.ts'
import { toast } from './toast.tsx'
import { whatsAppUrl } from './whats-app.ts'

interface CopyLinkProps {
  url: string
  /** What the button says. */
  children: ReactNode
  /** What WhatsApp says before the link, such as 'To pay for order 1042'; null for nobody to write to. */
  message: string | null
  /** Whom WhatsApp writes to, with the country code; left out where one chooses there. */
  phone?: string
}

/** Copies a link, or sends it by WhatsApp. Where the browser does not let it copy, the link is shown instead. */
export function CopyLink({ url, children, message, phone }: CopyLinkProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied.')
    } catch {
      toast.info(url)
    }
  }
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => void copy()}>
        <Icon path={copyIcon} size={18} />
        <span>{children}</span>
      </Button>
      {message !== null && (
        <a
          href={whatsAppUrl(`${message}: ${url}`, phone)}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ variant: 'secondary', size: 'small' })}
        >
          <Icon path={chatIcon} size={18} />
          WhatsApp
          <span className="sr-only">{message}</span>
        </a>
      )}
    </>
  )
}
