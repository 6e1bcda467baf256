import { type FormEvent, useState } from 'react'
import { Link, NavLink, useMatch, useNavigate } from 'react-router'
import { signOut, useSession } from '#shop/accounts/session.ts'
import { useCart } from '#shop/cart/cart-store.ts'
import { IconButton, prefetchOnIntent } from '#ui/button.tsx'
import { bagIcon, Icon, menuIcon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Spinner } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { type FrameKind, mainPages } from './framed-pages.ts'
import { type ShownShop, useShop } from './shown-shop.ts'

// After the page: until then a field without suggestions, and a menu that is closed.
const SearchField = lazyPart(
  async () => (await import('#shop/cakes/search/search-field.tsx')).SearchField,
)
const Sheet = lazyPart(async () => (await import('#ui/modal.tsx')).Sheet, { loading: <Spinner /> })

const desktopLink =
  'inline-flex min-h-11 items-center rounded-pill px-1.5 text-sm font-medium whitespace-nowrap transition hover:text-berry aria-[current=page]:text-berry xl:px-3'
const sheetLink =
  'flex min-h-12 w-full items-center rounded-field px-3 text-lg font-medium hover:bg-blush aria-[current=page]:text-berry'

export function Header({ kind }: { kind: FrameKind }) {
  const shop = useShop()
  const isShort = kind === 'checkout' || kind === 'link'
  const isOffice = kind === 'admin'
  return (
    <header
      className={`border-b border-line bg-cream print:hidden ${isOffice ? '' : 'sticky top-0 z-40'}`}
    >
      <div
        className={`shell flex items-center gap-2 xl:gap-4 ${isOffice ? 'h-16 lg:h-12' : 'h-16'}`}
      >
        <Link
          to="/"
          aria-label={`${shop?.name ?? 'Cakewala'}, home`}
          className={`-ml-1 min-h-11 rounded-field px-1 ${logoLook}`}
        >
          <Logo shop={shop} />
        </Link>
        {!isShort && (
          <>
            {isOffice ? (
              <NavLink to="/admin/help" className={`ml-auto ${desktopLink}`}>
                Help
              </NavLink>
            ) : (
              <>
                <nav aria-label="Main" className="hidden lg:flex">
                  <MainLinks linkClass={desktopLink} />
                </nav>
                <HeaderSearch />
              </>
            )}
            <div className="hidden items-center lg:flex">
              <AccountLinks linkClass={desktopLink} />
            </div>
          </>
        )}
        {kind !== 'link' && !isOffice && <CartLink className={isShort ? 'ml-auto' : ''} />}
        {!isShort && <MobileMenu />}
      </div>
    </header>
  )
}

/**
 * Finds cakes from every page but the catalogue, which has its own field. On phones it is a magnifier until it has the
 * focus, then it covers the header.
 */
function HeaderSearch() {
  const navigate = useNavigate()
  const isInCatalogue = useMatch('/products') !== null
  if (isInCatalogue) return <div className="ml-auto" />

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text')).trim()
    leaveSearch()
    void navigate(text ? `/products?text=${encodeURIComponent(text)}` : '/products')
  }

  return (
    <search
      aria-label="Shop"
      className="relative ml-auto h-11 w-11 md:w-auto md:max-w-72 md:min-w-11 md:flex-1"
    >
      <form
        id={searchFormId}
        action="/products"
        onSubmit={submit}
        className="absolute inset-y-0 right-0 w-full focus-within:z-10 max-md:focus-within:fixed max-md:focus-within:inset-x-4 max-md:focus-within:top-2.5 max-md:focus-within:bottom-auto max-md:focus-within:w-auto md:focus-within:w-96"
      >
        <SearchField
          onLeave={leaveSearch}
          className="h-11 w-full rounded-pill border border-stroke bg-paper pr-3 pl-11 text-base text-ellipsis not-focus:pr-0 placeholder:text-cocoa-soft max-md:not-focus:border-transparent max-md:not-focus:bg-transparent max-md:not-focus:hover:bg-blush"
        />
      </form>
    </search>
  )
}

const searchFormId = 'header-search'

/** Empties the field and moves the focus to the page. */
function leaveSearch() {
  const form = document.getElementById(searchFormId)
  if (form instanceof HTMLFormElement) form.reset()
  document.getElementById('main')?.focus({ preventScroll: true })
}

function MobileMenu() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label="Menu"
        className="-ml-2 shrink-0 lg:hidden"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon path={menuIcon} size={24} />
      </IconButton>
      <Sheet open={open} onClose={close} title="Menu">
        <nav aria-label="Main" className="grid">
          <MainLinks linkClass={sheetLink} onClick={close} />
          <NavLink to="/track" end className={sheetLink} onClick={close}>
            Track my order
          </NavLink>
        </nav>
        <div className="mt-3 grid border-t border-line pt-3">
          <AccountLinks linkClass={sheetLink} onGone={close} />
        </div>
      </Sheet>
    </>
  )
}

function MainLinks({ linkClass, onClick }: { linkClass: string; onClick?: () => void }) {
  return mainPages.map(({ to, label }) => (
    <NavLink key={to} to={to} prefetch={prefetchOnIntent} className={linkClass} onClick={onClick}>
      {label}
    </NavLink>
  ))
}

interface AccountLinksProps {
  linkClass: string
  /** Called when one of them is pressed. */
  onGone?: () => void
}

/**
 * All links are in every page. `data-session` on <html> decides before the first paint which are visible, so nothing
 * flickers. The name is shown once it is loaded.
 */
function AccountLinks({ linkClass, onGone }: AccountLinksProps) {
  const session = useSession()
  const leave = useSignOut(onGone)
  const link = (to: `/${string}`, label: string, when: string) => (
    <NavLink to={to} className={linkClass} onClick={onGone} data-when={when}>
      {label}
    </NavLink>
  )
  return (
    <>
      {link('/register', 'Register', 'signed-out')}
      {link('/login', 'Login', 'signed-out')}
      {link('/yourorder', 'View Order', 'signed-in')}
      {link('/admin', 'AdminPanel', 'admin')}
      <button type="button" className={linkClass} onClick={leave} data-when="signed-in">
        Logout
      </button>
      <AccountLink name={session?.name ?? session?.email ?? ''} onClick={onGone} />
    </>
  )
}

function AccountLink({ name, onClick }: { name: string; onClick?: () => void }) {
  return (
    <NavLink
      to="/account"
      onClick={onClick}
      data-when="signed-in"
      className="flex min-h-12 items-center gap-2 rounded-field px-3 text-sm font-semibold hover:text-berry max-lg:hover:bg-blush aria-[current=page]:text-berry lg:px-1"
    >
      <span
        aria-hidden="true"
        translate="no"
        className="grid size-8 shrink-0 place-items-center rounded-pill bg-blush text-berry uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span className="lg:sr-only">Your account</span>
      <span
        translate="no"
        className="max-w-48 truncate max-lg:font-normal max-lg:text-cocoa-soft lg:max-w-16 xl:max-w-32"
      >
        {name}
      </span>
    </NavLink>
  )
}

function useSignOut(onGone?: () => void) {
  const navigate = useNavigate()
  return async () => {
    onGone?.()
    await signOut()
    toast.success('logout succesfully')
    await navigate('/')
  }
}

function CartLink({ className }: { className: string }) {
  const count = useCart().reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Link
      to="/cart"
      prefetch={prefetchOnIntent}
      aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      className={`relative inline-flex size-11 shrink-0 items-center justify-center rounded-pill transition hover:bg-blush ${className}`}
    >
      <Icon path={bagIcon} size={23} />
      {count > 0 && (
        <span
          key={count}
          className="absolute top-0 right-0 grid h-5 min-w-5 animate-bump place-items-center rounded-pill bg-berry px-1 text-xs font-bold text-paper tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}

/** Of the element around a logo. */
export const logoLook =
  'inline-flex items-center gap-2 font-display text-xl font-semibold tracking-tight'

export function Logo({ shop }: { shop: ShownShop | undefined }) {
  // The white of a logo becomes the colour of the page.
  const style = shop?.logo && ({ mixBlendMode: 'multiply', objectFit: 'contain' } as const)
  const { src, width, height } = shop?.logo ?? { src: '/favicon.svg', width: 32, height: 32 }
  return (
    <>
      <img src={src} alt="" width={width} height={height} style={style} />
      <span translate="no">{shop?.name ?? 'Cakewala'}</span>
    </>
  )
}
