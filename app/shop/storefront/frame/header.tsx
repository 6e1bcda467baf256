import { Menu } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink } from 'react-router'
import { IconButton } from '#ui/button.tsx'
import { Sheet } from '#ui/modal.tsx'
import { prefetchOnIntent } from '#ui/prefetch.ts'
import { CartLink } from './cart-link.tsx'
import { AccountLinks } from './header-account.tsx'
import { Logo } from './logo.tsx'
import { mainPages } from './navigation.ts'
import { useShop } from './use-shop.ts'

const desktopLink =
  'inline-flex min-h-11 items-center rounded-pill px-2 text-sm font-medium whitespace-nowrap transition hover:text-berry aria-[current=page]:text-berry xl:px-3'
const sheetLink =
  'flex min-h-12 w-full items-center rounded-field px-3 text-lg font-medium hover:bg-blush aria-[current=page]:text-berry'

export function Header() {
  const shop = useShop()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-cream print:hidden">
      <div className="shell flex h-16 items-center gap-2 lg:gap-4">
        <Link
          to="/"
          aria-label={`${shop?.name ?? 'Cakewala'}, home`}
          className="-ml-1 inline-flex min-h-11 items-center rounded-field px-1"
        >
          <Logo name={shop?.name ?? 'Cakewala'} />
        </Link>
        <nav aria-label="Main" className="mx-auto hidden lg:flex">
          <MainLinks linkClass={desktopLink} />
        </nav>
        <div className="hidden items-center lg:flex">
          <AccountLinks linkClass={desktopLink} />
        </div>
        <div className="ml-auto flex items-center lg:ml-0">
          <CartLink />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="lg:hidden noscript:hidden">
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu size={24} aria-hidden="true" />
      </IconButton>
      <Sheet open={open} onClose={close} title="Menu">
        <nav aria-label="Main" className="grid">
          <MainLinks linkClass={sheetLink} onClick={close} />
        </nav>
        <div className="mt-3 grid border-t border-line pt-3">
          <AccountLinks linkClass={sheetLink} onGone={close} />
        </div>
      </Sheet>
    </div>
  )
}

function MainLinks({ linkClass, onClick }: { linkClass: string; onClick?: () => void }) {
  return mainPages.map(({ to, label }) => (
    <NavLink key={to} to={to} prefetch={prefetchOnIntent} className={linkClass} onClick={onClick}>
      {label}
    </NavLink>
  ))
}
