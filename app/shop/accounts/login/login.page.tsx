import { useEffect } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { toast } from '#ui/toast.tsx'
import { LoginForm } from '../login-form.tsx'
import { afterLogin, noticeText } from '../next-path.ts'
import type { Route } from './+types/login.page.ts'

export const meta = () => [{ title: 'Login | Cakewala' }]

/** Who is signed in already goes where the login would lead. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const caller = await context.get(appContext).accounts.callerOf(request.headers)
  if (caller) {
    const next = new URL(request.url).searchParams.get('next')
    throw redirect(afterLogin(caller.isAdmin, next))
  }
  return null
}

export default function LoginPage() {
  const [search] = useSearchParams()
  const notice = noticeText(search.get('notice'))
  useEffect(() => {
    if (notice) toast.info(notice)
  }, [notice])
  return <LoginForm next={search.get('next')} />
}
