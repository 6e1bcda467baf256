import { useRef, useState } from 'react'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { cartLink } from '#shop/cart/cart-link.ts'
import { Button, buttonLook } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { copyIcon, externalLinkIcon } from '#ui/more-icons.ts'
import { toast } from '#ui/toast.tsx'
import { type InAppBrowser, intentLink } from './in-app-browser.ts'

interface OpenInBrowserProps {
  browser: InAppBrowser
  lines: readonly CartLine[]
}

/** Takes the cart from a browser that may not open the payment window into one that does. */
export function OpenInBrowser({ browser, lines }: OpenInBrowserProps) {
  const link = cartLink(location.origin, lines)
  const { name, system, isApp } = browser
  return (
    <section
      aria-labelledby="open-in-browser"
      className="grid gap-3 rounded-card border-2 border-berry bg-paper p-5"
    >
      <h2 id="open-in-browser" className="text-xl">
        Open in your browser to pay
      </h2>
      <p>
        The payment window often does not open in <span>{name}</span>. Open the shop in{' '}
        <span>{isApp ? 'your browser' : 'Chrome or Safari'}</span> and log in there. Your cart comes
        along.
      </p>
      <div className="flex flex-wrap gap-3">
        {system === 'android' && (
          <a href={intentLink(link, browser)} className={buttonLook({ size: 'small' })}>
            <Icon path={externalLinkIcon} size={18} />
            Open in your browser
          </a>
        )}
        <CopyLink link={link} isFirst={system !== 'android'} />
      </div>
      <p className="text-sm text-cocoa-soft">
        <span>{system === 'android' ? 'Nothing opens? Copy the link' : 'Copy the link'}</span>, and
        paste it into the address bar of <span>{system === 'iphone' ? 'Safari' : 'Chrome'}</span>.
      </p>
    </section>
  )
}

function CopyLink({ link, isFirst }: { link: string; isFirst: boolean }) {
  const [isShown, setIsShown] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast.success('Link copied')
    } catch {
      // Not every such browser lets a page write to the clipboard.
      setIsShown(true)
    }
  }

  if (isShown) {
    return (
      <div className="w-full">
        <TextField
          ref={field}
          label="Link to your cart"
          readOnly
          value={link}
          hint="Press and hold to copy it."
          autoFocus
          onFocus={() => field.current?.select()}
        />
      </div>
    )
  }
  return (
    <Button variant={isFirst ? 'primary' : 'secondary'} size="small" onClick={() => void copy()}>
      <Icon path={copyIcon} size={18} />
      Copy link
    </Button>
  )
}
