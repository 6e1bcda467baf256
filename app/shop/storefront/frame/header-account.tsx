import { NavLink, useNavigate } from 'react-router'
import { signOut, useSession } from '#shop/accounts/session.ts'
import { toast } from '#ui/toast.tsx'

interface AccountLinksProps {
  linkClass: string
  /** Called when one of them was followed. */
  onGone?: () => void
}

/**
 * The account part of the header. All of it is in every page; which part is seen is settled before the
 * first paint by `data-session` on <html>, so nothing flickers. The name follows when it is known.
 */
export function AccountLinks({ linkClass, onGone }: AccountLinksProps) {
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
      <Profile name={session?.name ?? session?.email ?? ''} />
    </>
  )
}

function Profile({ name }: { name: string }) {
  return (
    <p
      data-when="signed-in"
      className="flex min-h-12 items-center gap-2 px-3 text-sm font-semibold lg:px-1"
    >
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-pill bg-blush text-berry uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span className="max-w-48 truncate lg:max-w-16 xl:max-w-32">{name}</span>
    </p>
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
