import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { copyIcon } from './more-icons.ts'
import { toast } from './toast.tsx'

interface CopyLinkProps {
  url: string
  /** What the button says. */
  children: ReactNode
}

/** Copies a link. Where the browser does not let it, the link is shown instead. */
export function CopyLink({ url, children }: CopyLinkProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied.')
    } catch {
      toast.info(url)
    }
  }
  return (
    <Button size="small" variant="secondary" onClick={() => void copy()}>
      <Icon path={copyIcon} size={18} />
      <span>{children}</span>
    </Button>
  )
}
