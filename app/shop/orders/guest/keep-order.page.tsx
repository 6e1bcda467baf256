import { data, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { AccountCard, AccountLink } from '#shop/accounts/account-form.tsx'
import { loginPath, registerPath } from '#shop/accounts/next-path.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NeedsScript, useHydrated } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/keep-order.page.ts'
import { findOrderToKeep, type KeepOrder } from './keep-order.server.ts'

// Only reads, because mail programs open links to check them.
export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const caller = await app.accounts.callerOf(request.headers)
  const order = await findOrderToKeep(app, { token, caller })
  const account = caller?.email ?? null
  return data({ order, token, account }, { status: order ? 200 : 404 })
}

// Whoever has the address can take the order, so other sites must not see it.
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Add this order to your account')

/** Moves a guest's order to an account, by the link in the guest's mail. */
export default function KeepOrderPage({
  loaderData: { order, token, account },
}: Route.ComponentProps) {
  if (!order) {
    return (
      <AccountCard
        title="This link does not work"
        intro="Please open it again from our email."
        foot={<AccountLink to="/">Go Back to Home</AccountLink>}
      >
        {null}
      </AccountCard>
    )
  }
  const { number } = order
  if (order.state === 'in-account') {
    return (
      <AccountCard title="Added to your account" intro={`Order ${number} is in your account.`}>
        <ButtonLink to="/yourorder" size="large" wide>
          View Orders
        </ButtonLink>
      </AccountCard>
    )
  }
  return (
    <AccountCard
      title="Add this order to your account"
      intro={`You placed order ${number} as a guest. In an account you can see and cancel it on any device, download your data, and delete it.`}
    >
      {account === order.email ? (
        <Keep token={token} />
      ) : (
        <LogIn email={order.email} token={token} account={account} />
      )}
    </AccountCard>
  )
}

function Keep({ token }: { token: string }) {
  const { busy, run } = useAction()
  const navigate = useNavigate()
  const ready = useHydrated()

  async function keep() {
    const { message } = await call<KeepOrder>('POST /orders/keep', {
      body: { token },
    })
    toast.success(message)
    await navigate('/yourorder')
  }

  return (
    <>
      <Button size="large" wide busy={busy} disabled={!ready} onClick={() => void run(keep)}>
        Add to my account
      </Button>
      <NeedsScript>This page needs JavaScript.</NeedsScript>
    </>
  )
}

interface LogInProps {
  email: string
  token: string
  /** The signed-in account, if its email is another one. */
  account: string | null
}

/** Login and register for everybody: the page must not tell which emails have an account. */
function LogIn({ email, token, account }: LogInProps) {
  if (account !== null) {
    return (
      <p className="wrap-anywhere">
        You are logged in as <strong>{account}</strong>. Please log out, open the link of our email
        again, and log in as <strong>{email}</strong>.
      </p>
    )
  }
  const next = `/keep-order?token=${encodeURIComponent(token)}`
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        It needs an account with <strong>{email}</strong>.
      </p>
      <ButtonLink to={loginPath(next)} state={{ email }} size="large" wide>
        Login
      </ButtonLink>
      <ButtonLink to={registerPath(next)} state={{ email }} variant="secondary" size="large" wide>
        Register
      </ButtonLink>
    </div>
  )
}
